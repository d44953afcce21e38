"""Words as they are typed: those that say nothing of what happened, short for others, numbers, forms of one verb."""

# Words that do not say which happening is meant. «non», «senza», «prima», «dopo» do; «coppia» and «linea» do not:
# everything at a table is done by a pair, and by somebody who sits north or south.
SMALL = frozenset(
    # Italian
    "ad ai agli al alla alle allo anche che chi ci co coi col come con cosa cui da dai dagli dal dalla dalle dallo "
    "degli dei del dell della delle dello di ed essere gli gliela gliele gliene glielo ha hai hanno ho il in io la le "
    "lei li lo loro lui ma me mi ne negli nei nel nella nelle nello noi ogni per pero poi qua quale qualcuno quando "
    "quel quella quelle quelli quello questa queste questi questo qui se si sia siamo sono su sua sue sugli sui sul "
    "sulla sulle sullo suo suoi te ti tra tu un una uno vi voi era erano aveva avevano avere abbia avuto stata stato "
    "coppia coppie linea linee nord sud est ovest "
    # as it is said at home
    "er na nu pe sti sto stu "
    # what is done of everything
    "dice diceva dicevano dico dicono dire disse dissero detto deve doveva dovevano dovere fa faccia facciamo facendo "
    "facesse faceva facevano fai fanno fare farla farlo fatta fatto fece fecero possono potuto puo sta stava viene "
    "venuta venuto "
    # English
    "a am an and are as at be been being but by did do does for from had has have he her him his i if in into is it "
    "its me my of on or our said say says saying she so still t that the their them then they this those to was we "
    "were what when which while who whose will with would you your pair pairs line lines side north south east west"
    "".split()
)

# What people write on a phone for a word. No beginning of another word: whoever is still typing would lose it.
SHORTENED = {
    short: full
    for full, shorts in {
        "che": "ke",
        "comunque": "cmq",
        "con": "cn",
        "dopo": "dp",
        "non": "nn",
        "per": "x",
        "perche": "xke xche perke",
        "prima": "prm",
        "qualcosa": "qlcs qcs",
        "qualcuno": "qlcn qcn",
        "quando": "qnd qdo",
        "quanto": "qnt",
        "quello": "qll",
        "questo": "qst",
        "sono": "sn",
        # as the apostrophe leaves them: «didn't»
        "not": "didn didnt doesn doesnt dont hasn hasnt haven havent isn isnt wasn wasnt cant",
    }.items()
    for short in shorts.split()
}

# «Uno» is an article, and says nothing.
NUMBERS = {
    word: str(number)
    for number, words in {
        2: "due two",
        3: "tre three",
        4: "quattro four",
        5: "cinque five",
        6: "sei six",
        7: "sette seven",
        8: "otto eight",
        9: "nove nine",
        10: "dieci ten",
        11: "undici eleven",
        12: "dodici twelve",
        13: "tredici thirteen",
        14: "quattordici fourteen",
        15: "quindici fifteen",
        16: "sedici sixteen",
        17: "diciassette seventeen",
        18: "diciotto eighteen",
        19: "diciannove nineteen",
        20: "venti twenty",
        21: "ventuno",
    }.items()
    for word in words.split()
}

# Verbs in -are whose endings the stemmer cuts here and there: what begins with a vowel and two consonants, what looks
# like an adjective in -ico or a present in -ono.
REGULAR = (
    "abbandon allontan alz appiccic comunic constat critic deposit digit dimentic entr err giustific incaric indic "
    "ispezion rettific richiam rifiut rilev sanzion sollev squalific telefon url us verific vision"
).split()
ENDINGS = "a ando ano are asse ata ate ati ato ava avano i o".split()

# Forms of one verb that no ending tells, with the nouns and adjectives that go with it; in the South one tells in the
# remote past. «presa» and «pigliata» are tricks, no forms of taking.
FORMS = [[root + ending for ending in ENDINGS] for root in REGULAR] + [
    forms.split()
    for forms in (
        "accade accaduto capita capitato successa successo succede succedono success",
        "accorge accorgendosi accorgersi accorgiamo accorgo accorgono accorse accorsi accorta accorti accorto",
        "aggiunge aggiungendo aggiungere aggiungeva aggiungono aggiunse aggiunta aggiunte aggiunti aggiunto",
        "apre aprendo apri aprire apriva apro aprono aperta aperte aperti aperto apertura",
        "cade cadde cadendo cadere cadeva cadono caduta cadute caduti caduto cascare cascata cascate cascato",
        "chiede chiedendo chiedere chiedeva chiedo chiedono chiese chiesta chiesti chiesto richiesta domanda domandare "
        "domandato domandava",
        "chiude chiudendo chiudere chiudeva chiudo chiudono chiusa chiuse chiusi chiuso chiusura",
        "conta contando contano contare contata contate contati contato contava conteggio conto",
        "corre correre corsa corse corso",
        "corregge correggendo correggere correggono corresse corretta corretti corretto correzione",
        "crede credendo credere credeva credevo creduto",
        "dare dando dandogli danno dargli darle data date dati dato dava davano dette dia diede diedero",
        "commette commessa commesso commettere commettono commise",
        "decide decidendo decidere decidono decise decisione deciso",
        "distribuisce distribuendo distribuire distribuisco distribuita distribuite distribuiti distribuito "
        "distribuiva distribuzione",
        "discute discusso discussione discutendo discutere discuteva discutono",
        "divide dividendo dividere divisa divise diviso",
        "esce esca escono uscendo uscire uscita uscite usciti uscito usciva",
        "interrompe interrompere interrompono interrotta interrotto interruppe interruzione",
        "legge leggendo leggere lesse letta letto",
        "manca mancando mancano mancante mancanti mancare mancata mancato mancava mancavano",
        "mette messa messe messi messo mettendo mettendola metterla metterlo mettere metteva metto mettono mise misero",
        "muove mossa mosse mosso muovendo muovere muoveva muovono",
        "nasconde nascondere nascosta nascoste nascosto",
        "offende offendendo offendere offendono offesa offese offeso",
        "parla parlando parlano parlare parlato parlava parlavano parlo",
        "parte partire partito partiva partono",
        "perde perdere perdono perduto perse persa persi perso perdendo",
        "prende prendendo prendere prenderla prenderlo prendersi prendeva prendo prendono preso riprende riprendendo "
        "riprendere riprendersi riprendono ripresa ripreso piglia pigliando pigliano pigliare pigliato pigliava piglio "
        "ripiglia ripigliato",
        "pretende pretendere pretendono pretese preteso",
        "raccoglie raccogliendo raccogliere raccoglieva raccolgono raccolse raccolta raccolte raccolti raccolto",
        "ripete ripetendo ripetere ripeteva ripetono ripetuta ripetuto",
        "ride ridendo ridere rideva ridono rise",
        "rimane rimaneva rimanere rimangono rimase rimasta rimaste rimasti rimasto resta restano restato restava",
        "risponde rispondendo rispondere rispondesse rispondeva rispondono rispose risposero risposta risposto",
        "rompe rompere rotta rotto",
        "sa sanno sapendo sapere sapeva sapevano sapevo saputo",
        "sbaglia sbagliando sbagliano sbagliare sbagliata sbagliate sbagliati sbagliato sbagliava sbaglio",
        "sceglie scegliere scelgono scelse scelta scelto",
        "scende scendendo scendere scesa scese scesi sceso",
        "scopre scopri scoprendo scoprire scopriva scoprono scoperta scoperte scoperti scoperto",
        "scrive scrivendo scrivere scrivono scrisse scritta scritte scritti scritto",
        "siede sedere sedersi sedeva seduta sedute seduti seduto siedono",
        "sorride sorridere sorrise sorriso",
        "sospende sospendere sospendono sospesa sospese sospeso sospensione",
        "sparge spargere sparso",
        "spende speso",
        "spinge spinto",
        "stende stendere stesa stese stesi steso",
        "suggerisce suggerendo suggerimenti suggerimento suggerire suggerisci suggeriscono suggerito suggeriva",
        "tiene tenendo tenere teneva tengono tenne tenuto",
        "toglie togliendo togliere tolgono tolse tolta tolto",
        "va andando andare andarsene andasse andata andate andati andato andava andavano vada vanno",
        "vede vedendo vedere vedersi vedeva vedevano vedono veduto vide videro vista viste visti visto",
        "vince vincere vincono vinse vinta vinto",
        "vuole voglio vogliono volendo volere voleva volevano voluto vorrebbe",
        # any suit, any figure: which one it was says nothing
        "coppe coppa spade spada bastoni bastone denari denaro danari oro ori cuori quadri fiori picche clubs coins "
        "cups diamonds hearts spades swords",
        "re cavalli cavallo donna donne fante fanti regina regine jack jacks king kings queen queens",
    )
]

"""The words of a text and of what is typed: lower case, no accents, Italian and English endings away."""

import re
import unicodedata
from functools import lru_cache
from threading import Lock

import snowballstemmer

# Words that do not say which happening is meant. «non», «senza», «prima», «dopo» do; «coppia» and «linea» do not:
# everything at a table is done by a pair.
SMALL = frozenset(
    # Italian
    "ad ai agli al alla alle allo anche che chi ci co coi col come con cosa cui da dai dagli dal dalla dalle dallo "
    "degli dei del dell della delle dello di ed essere ha hai hanno ho il in io la le lei li lo loro lui ma me mi ne "
    "negli nei nel nella nelle nello noi ogni per pero poi qua quale qualcuno quando quel quella quelle quelli quello "
    "questa queste questi questo qui se sé si sia siamo sono su sua sue sugli sui sul sulla sulle sullo suo suoi te ti "
    "tra tu un una uno vi voi era erano aveva avevano avere abbia avuto gli glielo gliela gliene stato stata "
    "coppia coppie linea linee "
    # what is done of everything
    "dice detto dire dico diceva fa fatto fare fanno faceva deve dovere doveva dovevano puo possono potuto "
    "viene venuto venuta sta stava "
    # English
    "am an and are as at be been but by did do does for from had has have he her him his if in is it its me my of on "
    "or our she so that the their them then they this those to was we were what when which who will with you your pair "
    "pairs line lines side".split()
)
# Numbers that come after one of these are articles.
ARTICLE_WORDS = frozenset("art arts artt articolo articoli article articles".split())

# Forms of one verb that no ending tells, with the nouns and adjectives that go with it.
FORMS = [
    forms.split()
    for forms in (
        "apre aperto aperta aperti apertura aprire aprono aprendo",
        "chiude chiuso chiusa chiusi chiusura chiudere chiudono",
        "dare dato dati date dava davano dando diede",
        "esce uscire uscito uscita uscendo esca",
        "legge leggere letto",
        "mette messo messa mettere mettono metteva",
        "perde perso persa perdere perduto",
        "prende preso prendere prendono",
        "raccoglie raccogliere raccolto raccolta raccogliendo raccolgono",
        "rimane rimasto rimasta rimanere resta restato restano",
        "risponde rispondere risposto risposta rispondesse",
        "rompe rotto rompere",
        "sa sapevano sapeva sapere sapevo",
        "sceglie scegliere scelto scelta",
        "scopre scoperto scoperta scoprire scoperte scoperti",
        "scrive scritto scritta scrivere scritti",
        "spende speso",
        "tiene tenere tenuto teneva",
        "toglie tolto togliere",
        "vede visto vista vedere viste vedono vedeva visti",
        "vince vinto vincere vinta",
        "vuole volere voluto vogliono voleva voglio",
        "accorge accorto accorti accorgono accorgersi",
        "aggiunge aggiunto aggiungere aggiunta aggiunte",
        "cade caduto caduta cadere cadute caduti",
        "corregge corretto corretta correggere correzione",
        "interrompe interrotto interrotta interruzione interrompere",
        "offende offeso offesa offendere offese",
        "suggerisce suggerito suggerire suggerimento suggerisci",
        "distribuisce distribuito distribuire distribuzione distribuite",
        "seduto seduti siede sedere sedersi siedono sedute",
        "va andato andati andata andare vanno andarsene andava vada andava",
        "parte partito partire",
        "divide diviso dividere divisa",
        "legge leggere letto letta",
        "scende sceso scendere",
        "muove mosso muovere mossa",
        "spinge spinto",
        "stende steso stesa stendere",
        "sparge sparso spargere",
        "ride rideva ridere",
        "crede creduto credeva credere",
        "chiede chiesto chiedere chiesta chiesti chiedono richiesta",
        "parla parlato parlare parlava parlano",
        "accade successo succede",
        "deciso decide decidere decisione",
        "sbagliare sbagliato sbagliata sbaglia sbagliati sbaglio sbagliando sbagliate",
        "conta contare contato contati conto conteggio contando contano",
        # any suit, any figure: which one it was says nothing
        "coppe spade bastoni denari danari ori cuori quadri fiori picche coppa spada bastone denaro",
        "re donna donne fante fanti cavallo cavalli regina regine jack",
    )
]

_STEMMERS = {language: snowballstemmer.stemmer(name) for language, name in (("it", "italian"), ("en", "english"))}
# A stemmer keeps the word that it works on: two threads at once would give each other's endings.
_AT_WORK = Lock()


def bare(text: str) -> str:
    """The text in lower case, without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def all_words(text: str) -> list[str]:
    """Every word and number of a text in order, bare."""
    return re.findall(r"[a-z]+|[0-9]+", bare(text))


def plain(text: str) -> list[str]:
    """The words of a text that can tell one happening from another."""
    return [word for word in all_words(text) if word.isdigit() or (len(word) > 1 and word not in SMALL)]


_ONE_FORM = {form: forms[0] for forms in FORMS for form in forms}


@lru_cache(maxsize=20_000)  # the words of three codes in two languages are some thousands
def stem(word: str, language: str) -> str:
    """The word without its ending: «tardi», «tarda» and «tardiva» have the same."""
    if language == "it" and word in _ONE_FORM:
        word = _ONE_FORM[word]
    with _AT_WORK:
        stemmed: str = _STEMMERS[language].stemWord(word)
    return stemmed


def stems(word: str) -> tuple[str, ...]:
    """What the word may stand as in an index: its Italian stem, its English one."""
    return tuple(dict.fromkeys((stem(word, "it"), stem(word, "en"))))


def articles_asked(query: str) -> tuple[tuple[int, ...], list[str]]:
    """The articles named by a query, and its other words in order.

    A number is an article only where nothing but numbers stands there, or after «art.»: «21 punti» asks for no article.
    """
    words = all_words(query)
    numbers = [int(word) for word in words if word.isdigit()]
    if numbers and not [word for word in words if not word.isdigit() and word not in ARTICLE_WORDS]:
        return tuple(dict.fromkeys(numbers)), []
    named, others, is_named = [], [], False
    for word in words:
        if word in ARTICLE_WORDS:
            is_named = True
        elif is_named and word.isdigit():
            named.append(int(word))
        else:
            # «artt. 181 e 183» names both.
            is_named = is_named and word in ("e", "and")
            others.append(word)
    kept = [word for word in others if word.isdigit() or (len(word) > 1 and word not in SMALL)]
    return tuple(dict.fromkeys(named)), kept

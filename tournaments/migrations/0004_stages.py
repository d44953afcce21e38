"""Stages, groups, clubs, official pairings, clocks, fixed scores, publications, appeals.

A tournament that had rounds gets one stage with tables chosen by hand, which is what they were. Altered tables lose
their triggers on SQLite: they step aside here and come back in 0005.
"""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


games = import_module("tournaments.migrations.0003_games")


def give_stages(apps, schema_editor):
    Tournament, Stage, Round = (apps.get_model("tournaments", name) for name in ("Tournament", "Stage", "Round"))
    for pk in Round.objects.values_list("tournament", flat=True).distinct():
        rounds = Round.objects.filter(tournament=pk)
        stage = Stage.objects.create(
            tournament_id=pk, number=1, name="Girone unico", formula="by-hand", rounds_planned=rounds.count()
        )
        rounds.update(stage=stage)
    for tournament in Tournament.objects.all():
        last = tournament.log.order_by("-sequence").values_list("sequence", flat=True).first()
        Tournament.objects.filter(pk=tournament.pk).update(data_version=last or 0)


def give_games_their_figures(apps, schema_editor):
    """What the code says of a rest and of warnings, for the tournaments of burraco that there are."""
    Tournament = apps.get_model("tournaments", "Tournament")
    for deals, (vp, mp, minutes) in {2: (14, 305, 25), 3: (14, 355, 30), 4: (13, 505, 42)}.items():
        Tournament.objects.filter(game="burraco", boards_per_round=deals).update(
            bye_vp=vp, bye_mp=mp, round_minutes=minutes, warnings_per_vp=3
        )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_games'),
    ]

    operations = [
        migrations.RunPython(games.remove, games.install),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('against', models.CharField(max_length=200, verbose_name='contro')),
                ('grounds', models.TextField(verbose_name='motivi')),
                ('filed_at', models.DateTimeField(verbose_name='ricevuto il')),
                ('state', models.CharField(choices=[('open', 'in esame'), ('upheld', 'accolto'), ('rejected', 'respinto'), ('withdrawn', 'ritirato')], default='open', max_length=20, verbose_name='stato')),
                ('decision', models.TextField(blank=True, verbose_name='decisione')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='deciso il')),
            ],
            options={
                'verbose_name': 'reclamo',
                'verbose_name_plural': 'reclami',
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('town', models.CharField(blank=True, max_length=100, verbose_name='città')),
            ],
            options={
                'verbose_name': 'circolo',
                'verbose_name_plural': 'circoli',
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='EntryEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('entered', 'iscritta'), ('checked_in', 'presente'), ('check_in_undone', 'presenza tolta'), ('withdrawn', 'ritirata'), ('returned', 'rientrata'), ('substituted', 'sostituzione'), ('changed', 'dati corretti')], max_length=20, verbose_name='che cosa')),
                ('round_number', models.PositiveSmallIntegerField(default=1, verbose_name='dal turno')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('data', models.JSONField(blank=True, default=dict, verbose_name='dati')),
                ('at', models.DateTimeField(verbose_name='quando')),
            ],
            options={
                'verbose_name': 'vicenda di una coppia',
                'verbose_name_plural': 'vicende delle coppie',
                'ordering': ['entry', 'at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ErrorReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(verbose_name='che cosa non torna')),
                ('reported_by', models.CharField(max_length=200, verbose_name='segnalato da')),
                ('reported_at', models.DateTimeField(verbose_name='segnalato il')),
                ('state', models.CharField(choices=[('open', 'da esaminare'), ('accepted', 'accolta'), ('rejected', 'respinta')], default='open', max_length=20, verbose_name='stato')),
                ('answer', models.TextField(blank=True, verbose_name='risposta')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='risposto il')),
            ],
            options={
                'verbose_name': 'segnalazione di errore',
                'verbose_name_plural': 'segnalazioni di errore',
                'ordering': ['publication', 'reported_at'],
            },
        ),
        migrations.CreateModel(
            name='ExtraTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('minutes', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='minuti in più')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('given_at', models.DateTimeField(verbose_name='dato il')),
            ],
            options={
                'verbose_name': 'tempo in più',
                'verbose_name_plural': 'tempi in più',
                'ordering': ['table', 'given_at'],
            },
        ),
        migrations.CreateModel(
            name='Group',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('name', models.CharField(max_length=100, verbose_name='nome')),
            ],
            options={
                'verbose_name': 'girone',
                'verbose_name_plural': 'gironi',
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.CreateModel(
            name='GroupPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.PositiveSmallIntegerField(verbose_name='posizione di partenza')),
                ('carried_vp', models.SmallIntegerField(default=0, verbose_name='VP portati')),
                ('carried_mp', models.IntegerField(default=0, verbose_name='MP portati')),
            ],
            options={
                'verbose_name': 'posto in un girone',
                'verbose_name_plural': 'posti nei gironi',
                'ordering': ['group', 'seed'],
            },
        ),
        migrations.CreateModel(
            name='KnockoutWinner',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('decided_at', models.DateTimeField(verbose_name='deciso il')),
            ],
            options={
                'verbose_name': 'chi passa il turno',
                'verbose_name_plural': 'chi passa il turno',
            },
        ),
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1, verbose_name='linea')),
            ],
            options={
                'verbose_name': 'formazione',
                'verbose_name_plural': 'formazioni',
                'ordering': ['table', 'line'],
            },
        ),
        migrations.CreateModel(
            name='MatchScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(verbose_name='versione')),
                ('kind', models.CharField(max_length=40, verbose_name='genere')),
                ('vp_a', models.SmallIntegerField(verbose_name='VP della linea A')),
                ('vp_b', models.SmallIntegerField(verbose_name='VP della linea B')),
                ('mp_a', models.IntegerField(verbose_name='MP della linea A')),
                ('mp_b', models.IntegerField(verbose_name='MP della linea B')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('reference', models.CharField(max_length=200, verbose_name='articoli o provvedimento')),
                ('given_at', models.DateTimeField(verbose_name='dato il')),
                ('superseded_at', models.DateTimeField(blank=True, null=True, verbose_name='tolto il')),
                ('supersede_reason', models.TextField(blank=True, verbose_name='perché è stato tolto')),
            ],
            options={
                'verbose_name': 'punteggio dell’incontro',
                'verbose_name_plural': 'punteggi degli incontri',
                'ordering': ['table', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('state', models.CharField(choices=[('draft', 'in preparazione'), ('published', 'pubblicato'), ('superseded', 'sostituito')], default='draft', max_length=20, verbose_name='stato')),
                ('formula', models.CharField(choices=[('danish', 'Danese senza ripetere gli incontri'), ('danish-pure', 'Danese puro'), ('mitchell', 'Mitchell'), ('round-robin', 'All’italiana'), ('double-round-robin', 'All’italiana, andata e ritorno'), ('knockout', 'A eliminazione diretta'), ('individual', 'Compagno diverso a ogni turno'), ('by-hand', 'Tavoli scelti a mano')], max_length=30, verbose_name='formula')),
                ('seed', models.CharField(blank=True, max_length=200, verbose_name='seme')),
                ('inputs', models.JSONField(default=dict, verbose_name='dati di partenza')),
                ('tables', models.JSONField(default=list, verbose_name='tavoli')),
                ('notes', models.JSONField(default=list, verbose_name='avvertenze')),
                ('hash', models.CharField(blank=True, max_length=64)),
                ('made_at', models.DateTimeField(verbose_name='fatto il')),
                ('published_at', models.DateTimeField(blank=True, null=True, verbose_name='pubblicato il')),
                ('superseded_at', models.DateTimeField(blank=True, null=True, verbose_name='sostituito il')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
            ],
            options={
                'verbose_name': 'abbinamento',
                'verbose_name_plural': 'abbinamenti',
                'ordering': ['round', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.CharField(blank=True, max_length=40, verbose_name='categoria')),
                ('place_from', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='dal posto')),
                ('place_to', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='al posto')),
                ('name', models.CharField(max_length=200, verbose_name='premio')),
            ],
            options={
                'verbose_name': 'premio',
                'verbose_name_plural': 'premi',
                'ordering': ['tournament', 'group', 'category', 'place_from'],
            },
        ),
        migrations.CreateModel(
            name='Publication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('kind', models.CharField(choices=[('provisional', 'provvisoria'), ('final', 'definitiva')], max_length=20, verbose_name='genere')),
                ('round_number', models.PositiveSmallIntegerField(verbose_name='dopo il turno')),
                ('rows', models.JSONField(verbose_name='righe')),
                ('data_version', models.PositiveIntegerField(verbose_name='versione dei dati')),
                ('engine_version', models.CharField(max_length=100, verbose_name='versione del programma')),
                ('hash', models.CharField(max_length=64)),
                ('published_at', models.DateTimeField(verbose_name='pubblicata il')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='segnalazioni fino alle')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
            ],
            options={
                'verbose_name': 'classifica pubblicata',
                'verbose_name_plural': 'classifiche pubblicate',
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('minutes', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='minuti')),
                ('started_at', models.DateTimeField(verbose_name='partito alle')),
                ('paused_at', models.DateTimeField(blank=True, null=True, verbose_name='fermo dalle')),
                ('paused_seconds', models.PositiveIntegerField(default=0, verbose_name='secondi di sosta')),
                ('time_out_at', models.DateTimeField(blank=True, null=True, verbose_name='time out alle')),
            ],
            options={
                'verbose_name': 'orologio del turno',
                'verbose_name_plural': 'orologi dei turni',
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('name', models.CharField(max_length=100, verbose_name='nome')),
                ('formula', models.CharField(choices=[('danish', 'Danese senza ripetere gli incontri'), ('danish-pure', 'Danese puro'), ('mitchell', 'Mitchell'), ('round-robin', 'All’italiana'), ('double-round-robin', 'All’italiana, andata e ritorno'), ('knockout', 'A eliminazione diretta'), ('individual', 'Compagno diverso a ogni turno'), ('by-hand', 'Tavoli scelti a mano')], default='danish', max_length=30, verbose_name='formula')),
                ('first_round', models.CharField(choices=[('entry-order', 'Nell’ordine di iscrizione'), ('lot', 'A sorteggio'), ('category', 'Per categorie'), ('choice', 'A scelta della direzione'), ('standings', 'Dalla classifica precedente')], default='entry-order', max_length=20, verbose_name='primo turno')),
                ('rounds_planned', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(60)], verbose_name='turni previsti')),
                ('carry_over', models.CharField(choices=[('none', 'Si riparte da zero'), ('full', 'Si portano VP e MP')], default='none', max_length=10, verbose_name='punti della fase precedente')),
                ('clubs_apart', models.BooleanField(default=True, verbose_name='circoli separati al primo turno')),
                ('boards_move', models.BooleanField(default=False, verbose_name='le smazzate girano fra i tavoli')),
            ],
            options={
                'verbose_name': 'fase',
                'verbose_name_plural': 'fasi',
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='TableSlip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('points', models.JSONField(verbose_name='punti')),
                ('state', models.CharField(choices=[('proposed', 'da confermare dagli avversari'), ('agreed', 'confermato dalle due linee'), ('disputed', 'contestato'), ('superseded', 'sostituito')], default='proposed', max_length=20, verbose_name='stato')),
                ('given_by_line', models.CharField(choices=[('A', 'A'), ('B', 'B')], max_length=1, verbose_name='dato dalla linea')),
                ('given_at', models.DateTimeField(verbose_name='dato il')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='risposto il')),
            ],
            options={
                'verbose_name': 'risultato dal tavolo',
                'verbose_name_plural': 'risultati dai tavoli',
                'ordering': ['table', 'version'],
            },
        ),
        migrations.AlterModelOptions(
            name='entrymember',
            options={'ordering': ['entry', 'position', 'from_round'], 'verbose_name': 'componente della coppia', 'verbose_name_plural': 'componenti della coppia'},
        ),
        migrations.RemoveConstraint(
            model_name='entrymember',
            name='entry_position_once',
        ),
        migrations.RemoveConstraint(
            model_name='entrymember',
            name='entry_position_known',
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='line_a_once_per_round',
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='line_b_once_per_round',
        ),
        migrations.AddField(
            model_name='boardscore',
            name='agreed_by',
            field=models.CharField(blank=True, max_length=200, verbose_name='confermata dagli avversari'),
        ),
        migrations.AddField(
            model_name='boardscore',
            name='cause',
            field=models.CharField(blank=True, choices=[('players', 'errore nella compilazione dello score'), ('scorer', 'errore di chi ha registrato')], max_length=20, verbose_name='genere di errore'),
        ),
        migrations.AddField(
            model_name='entry',
            name='category',
            field=models.CharField(blank=True, max_length=40, verbose_name='categoria'),
        ),
        migrations.AddField(
            model_name='entry',
            name='fixed_table',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='tavolo fisso'),
        ),
        migrations.AddField(
            model_name='entry',
            name='from_round',
            field=models.PositiveSmallIntegerField(default=1, verbose_name='dal turno'),
        ),
        migrations.AddField(
            model_name='entry',
            name='state',
            field=models.CharField(choices=[('entered', 'iscritta'), ('present', 'presente'), ('withdrawn', 'ritirata')], default='entered', max_length=20, verbose_name='stato'),
        ),
        migrations.AddField(
            model_name='entry',
            name='until_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fino al turno'),
        ),
        migrations.AddField(
            model_name='entrymember',
            name='from_round',
            field=models.PositiveSmallIntegerField(default=1, verbose_name='dal turno'),
        ),
        migrations.AddField(
            model_name='entrymember',
            name='until_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fino al turno'),
        ),
        migrations.AddField(
            model_name='player',
            name='category',
            field=models.CharField(blank=True, max_length=40, verbose_name='categoria'),
        ),
        migrations.AddField(
            model_name='player',
            name='federation',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.federation', verbose_name='federazione'),
        ),
        migrations.AddField(
            model_name='table',
            name='line_a2',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables_as_a2', to='tournaments.entry', verbose_name='con, in linea A'),
        ),
        migrations.AddField(
            model_name='table',
            name='line_b2',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables_as_b2', to='tournaments.entry', verbose_name='con, in linea B'),
        ),
        migrations.AddField(
            model_name='table',
            name='room',
            field=models.PositiveSmallIntegerField(default=1, verbose_name='sala'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='bye_mp',
            field=models.SmallIntegerField(default=0, verbose_name='MP del riposo'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='bye_vp',
            field=models.PositiveSmallIntegerField(default=10, verbose_name='VP del riposo'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='contest',
            field=models.CharField(choices=[('pairs', 'Coppie'), ('teams', 'Squadre'), ('individual', 'Individuale, giallo'), ('singles', 'Individuale, uno contro uno')], default='pairs', max_length=20, verbose_name='chi si iscrive'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='data_version',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='versione dei dati'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='end_reason',
            field=models.TextField(blank=True, editable=False, verbose_name='motivo dell’interruzione'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='ended_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='finito il'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='ending',
            field=models.CharField(blank=True, choices=[('concluded', 'concluso'), ('interrupted', 'interrotto')], editable=False, max_length=20, verbose_name='fine'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='round_minutes',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='minuti per turno'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='warnings_per_vp',
            field=models.PositiveSmallIntegerField(default=0, help_text='0: le ammonizioni da sole non costano VP.', verbose_name='ammonizioni che costano 1 VP'),
        ),
        migrations.AlterField(
            model_name='entrymember',
            name='position',
            field=models.PositiveSmallIntegerField(verbose_name='posto'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['entered', 'present', 'withdrawn'])), name='entry_state_known', violation_error_message='Questo stato dell’iscrizione non esiste.'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'withdrawn'), ('until_round__isnull', False)), models.Q(models.Q(('state', 'withdrawn'), _negated=True), ('until_round__isnull', True)), _connector='OR'), name='entry_withdrawn_until', violation_error_message='Chi si ritira ha un ultimo turno, gli altri no.'),
        ),
        migrations.AddConstraint(
            model_name='entrymember',
            constraint=models.UniqueConstraint(condition=models.Q(('until_round__isnull', True)), fields=('entry', 'position'), name='entry_position_once', violation_error_message='In questo posto della coppia c’è già un giocatore.'),
        ),
        migrations.AddConstraint(
            model_name='entrymember',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 8)), name='entry_position_known', violation_error_message='Una coppia ha due posti, una squadra al più otto.'),
        ),
        migrations.AddConstraint(
            model_name='entrymember',
            constraint=models.CheckConstraint(condition=models.Q(('until_round__isnull', True), ('until_round__gte', django.db.models.expressions.CombinedExpression(models.F('from_round'), '-', models.Value(1))), _connector='OR'), name='member_from_before_until', violation_error_message='Un giocatore non finisce prima di cominciare.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('contest__in', ['pairs', 'teams', 'individual', 'singles'])), name='contest_known', violation_error_message='Questo tipo di gara non esiste.'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end_reason', ''), ('ended_at__isnull', True), ('ending', '')), models.Q(('ended_at__isnull', False), ('ending', 'concluded')), models.Q(('ended_at__isnull', False), ('ending', 'interrupted'), models.Q(('end_reason', ''), _negated=True)), _connector='OR'), name='tournament_end_complete', violation_error_message='La fine di un torneo dice quando e, se è interrotto, perché.'),
        ),
        migrations.AddField(
            model_name='appeal',
            name='decided_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='deciso da'),
        ),
        migrations.AddField(
            model_name='appeal',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='tournaments.entry', verbose_name='presentato da'),
        ),
        migrations.AddField(
            model_name='appeal',
            name='filed_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ricevuto da'),
        ),
        migrations.AddField(
            model_name='appeal',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AddField(
            model_name='club',
            name='federation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to='tournaments.federation', verbose_name='federazione'),
        ),
        migrations.AddField(
            model_name='player',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.club', verbose_name='circolo'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('card_number', ''), _negated=True), fields=('federation', 'card_number'), name='card_number_once', violation_error_message='Questo numero di tessera è già di un altro giocatore.'),
        ),
        migrations.AddField(
            model_name='entryevent',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da'),
        ),
        migrations.AddField(
            model_name='entryevent',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.entry', verbose_name='coppia'),
        ),
        migrations.AddField(
            model_name='errorreport',
            name='answered_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='risposta di'),
        ),
        migrations.AddField(
            model_name='errorreport',
            name='entry',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='error_reports', to='tournaments.entry', verbose_name='coppia'),
        ),
        migrations.AddField(
            model_name='extratime',
            name='given_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='dato da'),
        ),
        migrations.AddField(
            model_name='extratime',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='extra_times', to='tournaments.table', verbose_name='tavolo'),
        ),
        migrations.AddField(
            model_name='table',
            name='group',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tournaments.group', verbose_name='girone'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'line_a', 'room'), name='line_a_once_per_round', violation_error_message='La coppia siede già a un altro tavolo.'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'line_b', 'room'), name='line_b_once_per_round', violation_error_message='La coppia siede già a un altro tavolo.'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('room__in', [1, 2])), name='table_room_known', violation_error_message='Un incontro a squadre si gioca in due sale.'),
        ),
        migrations.AddField(
            model_name='groupplace',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='tournaments.entry', verbose_name='coppia'),
        ),
        migrations.AddField(
            model_name='groupplace',
            name='group',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.group', verbose_name='girone'),
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='decided_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='deciso da'),
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='table',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='knockout_winner', to='tournaments.table', verbose_name='tavolo'),
        ),
        migrations.AddField(
            model_name='knockoutwinner',
            name='winner',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry', verbose_name='passa il turno'),
        ),
        migrations.AddField(
            model_name='lineup',
            name='first',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player', verbose_name='primo'),
        ),
        migrations.AddField(
            model_name='lineup',
            name='second',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player', verbose_name='secondo'),
        ),
        migrations.AddField(
            model_name='lineup',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.table', verbose_name='tavolo'),
        ),
        migrations.AddField(
            model_name='matchscore',
            name='given_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='dato da'),
        ),
        migrations.AddField(
            model_name='matchscore',
            name='superseded_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='tolto da'),
        ),
        migrations.AddField(
            model_name='matchscore',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='match_scores', to='tournaments.table', verbose_name='tavolo'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='made_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='fatto da'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='published_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='pubblicato da'),
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings', to='tournaments.round', verbose_name='turno'),
        ),
        migrations.AddField(
            model_name='prize',
            name='group',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournaments.group', verbose_name='girone'),
        ),
        migrations.AddField(
            model_name='prize',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AddField(
            model_name='publication',
            name='published_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='pubblicata da'),
        ),
        migrations.AddField(
            model_name='publication',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AddField(
            model_name='errorreport',
            name='publication',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='error_reports', to='tournaments.publication', verbose_name='classifica'),
        ),
        migrations.AddField(
            model_name='roundclock',
            name='round',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round', verbose_name='turno'),
        ),
        migrations.AddField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stages', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AddField(
            model_name='publication',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='tournaments.stage', verbose_name='fase'),
        ),
        migrations.AddField(
            model_name='group',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='groups', to='tournaments.stage', verbose_name='fase'),
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournaments.stage', verbose_name='fase'),
        ),
        migrations.AddField(
            model_name='tableslip',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slips', to='tournaments.table', verbose_name='tavolo'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='appeal_number_once', violation_error_message='Questo reclamo esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('decision', ''), ('state', 'open')), models.Q(('state__in', ['upheld', 'rejected', 'withdrawn']), ('decided_at__isnull', False), ('decided_by__isnull', False), models.Q(('decision', ''), _negated=True)), _connector='OR'), name='appeal_decided', violation_error_message='Una decisione dice chi, quando e che cosa.'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.UniqueConstraint(fields=('federation', 'name'), name='club_name_once', violation_error_message='Questo circolo esiste già nella federazione.'),
        ),
        migrations.AddConstraint(
            model_name='extratime',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), ('minutes__gte', 1)), name='extra_time_has_reason', violation_error_message='Il tempo in più ha bisogno dei minuti e del motivo.'),
        ),
        migrations.AddConstraint(
            model_name='groupplace',
            constraint=models.UniqueConstraint(fields=('group', 'entry'), name='group_entry_once', violation_error_message='La coppia è già in questo girone.'),
        ),
        migrations.AddConstraint(
            model_name='knockoutwinner',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='knockout_winner_has_reason', violation_error_message='Manca il motivo.'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.UniqueConstraint(fields=('table', 'line'), name='line_up_once', violation_error_message='La formazione di questa linea c’è già.'),
        ),
        migrations.AddConstraint(
            model_name='lineup',
            constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='line_up_two_players', violation_error_message='Un giocatore non siede in due posti.'),
        ),
        migrations.AddConstraint(
            model_name='matchscore',
            constraint=models.UniqueConstraint(fields=('table', 'version'), name='match_score_version_once', violation_error_message='Questa versione del punteggio esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='matchscore',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('table',), name='one_current_match_score', violation_error_message='L’incontro ha già un punteggio fissato.'),
        ),
        migrations.AddConstraint(
            model_name='matchscore',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), models.Q(('reference', ''), _negated=True)), name='match_score_has_reason', violation_error_message='Un punteggio fissato dice perché e con quale articolo.'),
        ),
        migrations.AddConstraint(
            model_name='matchscore',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('supersede_reason', ''), ('superseded_at__isnull', True), ('superseded_by__isnull', True)), models.Q(('superseded_at__isnull', False), ('superseded_by__isnull', False), models.Q(('supersede_reason', ''), _negated=True)), _connector='OR'), name='match_score_taken_back', violation_error_message='Chi toglie un punteggio dice chi è, quando e perché.'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'version'), name='pairing_version_once', violation_error_message='Questa versione dell’abbinamento esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'superseded'), _negated=True), fields=('round',), name='one_current_pairing', violation_error_message='Il turno ha già un abbinamento in vigore.'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('published_at__isnull', True), ('state', 'draft'), ('superseded_at__isnull', True)), models.Q(('published_at__isnull', False), ('state', 'published'), ('superseded_at__isnull', True), models.Q(('hash', ''), _negated=True)), models.Q(('state', 'superseded'), ('superseded_at__isnull', False)), _connector='OR'), name='pairing_state_known', violation_error_message='Lo stato dell’abbinamento non torna con le sue date.'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('place_from__gte', 1), ('place_to__gte', models.F('place_from'))), name='prize_places_in_order', violation_error_message='Un premio va dal posto migliore al peggiore.'),
        ),
        migrations.AddConstraint(
            model_name='errorreport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True), ('answered_by__isnull', True), ('state', 'open')), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), ('state__in', ['accepted', 'rejected']), models.Q(('answer', ''), _negated=True)), _connector='OR'), name='error_report_answered', violation_error_message='Una risposta dice chi, quando e che cosa.'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='stage_number_once', violation_error_message='Questa fase esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('rounds_planned__gte', 1), ('rounds_planned__lte', 60)), name='stage_rounds_in_bounds', violation_error_message='I turni di una fase vanno da 1 a 60.'),
        ),
        migrations.AddConstraint(
            model_name='publication',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='publication_number_once', violation_error_message='Questa pubblicazione esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='publication',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closes_at__isnull', False), ('kind', 'provisional')), models.Q(('closes_at__isnull', True), ('kind', 'final')), _connector='OR'), name='provisional_has_an_end', violation_error_message='Una classifica provvisoria dice fino a quando si può segnalare un errore.'),
        ),
        migrations.AddConstraint(
            model_name='group',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='group_number_once', violation_error_message='Questo girone esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='tableslip',
            constraint=models.UniqueConstraint(fields=('table', 'version'), name='slip_version_once', violation_error_message='Questa versione del risultato esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='tableslip',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'superseded'), _negated=True), fields=('table',), name='one_current_slip', violation_error_message='Il tavolo ha già mandato un risultato.'),
        ),
        migrations.RunPython(give_stages, migrations.RunPython.noop),
        migrations.RunPython(give_games_their_figures, migrations.RunPython.noop),
    ]

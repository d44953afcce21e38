"""Tables of points, seasons, and their standings as published: nothing of them is ever changed or deleted."""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")

TRIGGERS = [
    first.Trigger(f"{name}_no_{event.lower()}", event, f"federation_{name}", "Never changed or deleted: add a version")
    for name in ("pointstable", "tournamentclass", "season", "seasonrules", "seasonpublication", "seasonrow")
    for event in ("UPDATE", "DELETE")
]


class Migration(migrations.Migration):


    dependencies = [
        ('federation', '0002_archive'),
        ('tournaments', '0049_fees'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PointsTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edition', models.SlugField(verbose_name='edizione')),
                ('title', models.CharField(max_length=500, verbose_name='titolo')),
                ('source', models.CharField(max_length=500, verbose_name='fonte')),
                ('text', models.TextField(verbose_name='testo')),
                ('sha256', models.CharField(max_length=64)),
                ('valid_from', models.DateField(verbose_name='vale dal')),
                ('valid_until', models.DateField(blank=True, null=True, verbose_name='vale fino al')),
                ('example', models.BooleanField(default=False, verbose_name='d’esempio')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('loaded_at', models.DateTimeField(verbose_name='caricata il')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='points_tables', to='tournaments.federation', verbose_name='federazione')),
                ('loaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='caricata da')),
            ],
            options={
                'verbose_name': 'tabella dei punti',
                'verbose_name_plural': 'tabelle dei punti',
                'ordering': ['federation', '-valid_from', 'edition'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(verbose_name='sigla')),
                ('name', models.CharField(max_length=200, verbose_name='nome')),
                ('made_at', models.DateTimeField(verbose_name='quando')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.federation', verbose_name='federazione')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
            ],
            options={
                'verbose_name': 'stagione',
                'verbose_name_plural': 'stagioni',
                'ordering': ['federation', '-made_at', 'code'],
            },
        ),
        migrations.CreateModel(
            name='SeasonPublication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='numero')),
                ('sources', models.JSONField(verbose_name='da quali classifiche')),
                ('figures', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('engine_version', models.CharField(max_length=100, verbose_name='versione del programma')),
                ('published_at', models.DateTimeField(verbose_name='pubblicata il')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('published_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='pubblicata da')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='federation.season', verbose_name='stagione')),
            ],
            options={
                'verbose_name': 'classifica di stagione pubblicata',
                'verbose_name_plural': 'classifiche di stagione pubblicate',
                'ordering': ['season', 'number'],
            },
        ),
        migrations.CreateModel(
            name='SeasonRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='riga')),
                ('place', models.PositiveIntegerField(verbose_name='posto')),
                ('points', models.CharField(max_length=40, verbose_name='punti')),
                ('results', models.JSONField(verbose_name='risultati')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='season_rows', to='tournaments.club', verbose_name='circolo')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='season_rows', to='tournaments.player', verbose_name='giocatore')),
                ('publication', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rows', to='federation.seasonpublication', verbose_name='classifica')),
            ],
            options={
                'verbose_name': 'riga di una classifica di stagione',
                'verbose_name_plural': 'righe delle classifiche di stagione',
                'ordering': ['publication', 'number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SeasonRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('starts_on', models.DateField(verbose_name='dal')),
                ('ends_on', models.DateField(verbose_name='al')),
                ('classes', models.JSONField(verbose_name='classi che contano')),
                ('best', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='quanti risultati contano')),
                ('club_best', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(999)], verbose_name='quanti giocatori di un circolo contano in ogni torneo')),
                ('ties', models.CharField(choices=[('best-results', 'i risultati migliori, uno dopo l’altro'), ('first-places', 'più primi posti, poi più secondi, e così via'), ('shared', 'niente: stesso posto')], max_length=20, verbose_name='a pari punti decide')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('set_at', models.DateTimeField(verbose_name='quando')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rules', to='federation.season', verbose_name='stagione')),
                ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='federation.pointstable', verbose_name='tabella dei punti')),
            ],
            options={
                'verbose_name': 'regole di una stagione',
                'verbose_name_plural': 'regole delle stagioni',
                'ordering': ['season', 'version'],
            },
        ),
        migrations.AddField(
            model_name='seasonpublication',
            name='rules',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='federation.seasonrules', verbose_name='regole'),
        ),
        migrations.CreateModel(
            name='TournamentClass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('state', models.CharField(choices=[('proposed', 'proposta'), ('assigned', 'assegnata'), ('none', 'nessuna classe')], max_length=20, verbose_name='stato')),
                ('class_id', models.CharField(blank=True, max_length=20, verbose_name='classe')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('noted_at', models.DateTimeField(verbose_name='quando')),
                ('noted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='classes', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'classe di un torneo',
                'verbose_name_plural': 'classi dei tornei',
                'ordering': ['tournament', 'version'],
            },
        ),
        migrations.AddConstraint(
            model_name='pointstable',
            constraint=models.UniqueConstraint(fields=('federation', 'edition'), name='points_table_once', violation_error_message='Questa edizione è già stata caricata.'),
        ),
        migrations.AddConstraint(
            model_name='pointstable',
            constraint=models.CheckConstraint(condition=models.Q(('valid_until__isnull', True), ('valid_until__gte', models.F('valid_from')), _connector='OR'), name='points_table_valid_forward', violation_error_message='La tabella finisce prima di cominciare.'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('federation', 'code'), name='season_code_once', violation_error_message='Una stagione con questa sigla c’è già.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrow',
            constraint=models.UniqueConstraint(condition=models.Q(('club__isnull', True)), fields=('publication', 'number'), name='season_player_row_once', violation_error_message='Questa riga esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrow',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', True)), fields=('publication', 'number'), name='season_club_row_once', violation_error_message='Questa riga esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrow',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', False), ('player__isnull', True)), models.Q(('club__isnull', True), ('player__isnull', False)), _connector='OR'), name='season_row_of_one', violation_error_message='Una riga è di un giocatore o di un circolo.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrules',
            constraint=models.UniqueConstraint(fields=('season', 'version'), name='season_rules_version_once', violation_error_message='Intanto qualcun altro ha cambiato le regole.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrules',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_forward', violation_error_message='La stagione finisce prima di cominciare.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrules',
            constraint=models.CheckConstraint(condition=models.Q(('ties__in', ['best-results', 'first-places', 'shared'])), name='season_ties_known', violation_error_message='Questo criterio non esiste.'),
        ),
        migrations.AddConstraint(
            model_name='seasonrules',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='season_rules_changed_why', violation_error_message='Chi cambia le regole di una stagione dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='seasonpublication',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='season_publication_once', violation_error_message='Questa pubblicazione esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='seasonpublication',
            constraint=models.CheckConstraint(condition=models.Q(('number', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='season_published_again_why', violation_error_message='Chi pubblica una classifica al posto di un’altra dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='tournamentclass',
            constraint=models.UniqueConstraint(fields=('tournament', 'version'), name='tournament_class_version_once', violation_error_message='Intanto qualcun altro ha cambiato la classe.'),
        ),
        migrations.AddConstraint(
            model_name='tournamentclass',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['proposed', 'assigned']), models.Q(('class_id', ''), _negated=True)), models.Q(('class_id', ''), ('state', 'none')), _connector='OR'), name='tournament_class_known_state', violation_error_message='Una classe proposta o assegnata dice quale.'),
        ),
        migrations.AddConstraint(
            model_name='tournamentclass',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='tournament_class_changed_why', violation_error_message='Chi cambia la classe di un torneo dice perché.'),
        ),
        first.keeping(TRIGGERS),
    ]

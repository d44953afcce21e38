"""Received tournaments under a lasting key, and the second instance: what is decided is never changed or deleted."""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils.dateparse import parse_date
from django.utils.text import slugify


first = import_module("tournaments.migrations.0002_triggers")
WORDS = "Never changed or deleted: add a version"
TRIGGERS = [
    first.Trigger(f"{name}_no_{event.lower()}", event, f"federation_{name}", WORDS)
    for name in ("receivedclass", "receivedperson", "secondterm", "secondnote", "seconddecision", "decisionexecution")
    for event in ("UPDATE", "DELETE")
] + [
    first.Trigger(f"{name}_no_delete", "DELETE", f"federation_{name}", "Never deleted")
    for name in ("secondappeal", "secondjudge")
]


def name_received(apps, schema_editor):
    """Tournaments that came before get their lasting key; called as their newest package calls them."""
    packages = apps.get_model("federation", "ReceivedPackage").objects
    received = apps.get_model("federation", "ReceivedTournament").objects
    for one in packages.order_by("version").only("federation", "uid", "name", "place", "starts_on"):
        day = parse_date(one.starts_on) if one.starts_on else None
        told = {"slug": slugify(one.name) or "torneo", "name": one.name, "place": one.place, "starts_on": day}
        received.update_or_create(federation=one.federation, uid=one.uid, defaults=told)


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0005_casebook'),
        ('referee', '0021_consultations'),
        ('tournaments', '0049_fees'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DecisionExecution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('publications', models.JSONField(blank=True, default=list, verbose_name='classifiche')),
                ('executed_at', models.DateTimeField(verbose_name='eseguita il')),
                ('answer', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='execution', to='federation.sentanswer', verbose_name='decisione')),
                ('executed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='referee.ruling', verbose_name='provvedimento')),
            ],
            options={
                'verbose_name': 'esecuzione di una decisione',
                'verbose_name_plural': 'esecuzioni di decisioni',
                'ordering': ['answer'],
            },
        ),
        migrations.CreateModel(
            name='ReceivedTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.CharField(max_length=64)),
                ('slug', models.CharField(max_length=300)),
                ('name', models.CharField(max_length=300, verbose_name='torneo')),
                ('place', models.CharField(blank=True, max_length=300, verbose_name='luogo')),
                ('starts_on', models.DateField(blank=True, null=True, verbose_name='inizio')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='received', to='tournaments.federation', verbose_name='federazione')),
            ],
            options={
                'verbose_name': 'torneo ricevuto',
                'verbose_name_plural': 'tornei ricevuti',
                'ordering': ['federation', '-starts_on', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ReceivedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(verbose_name='giocatore del pacchetto')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('is_chosen', models.BooleanField(default=False, verbose_name='scelto')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('noted_at', models.DateTimeField(verbose_name='quando')),
                ('noted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='received_as', to='tournaments.player')),
                ('received', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='persons', to='federation.receivedtournament')),
            ],
            options={
                'verbose_name': 'persona riconosciuta',
                'verbose_name_plural': 'persone riconosciute',
                'ordering': ['received', 'number', 'version'],
            },
        ),
        migrations.CreateModel(
            name='ReceivedClass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('state', models.CharField(choices=[('proposed', 'proposta'), ('assigned', 'assegnata'), ('none', 'nessuna classe')], max_length=20, verbose_name='stato')),
                ('class_id', models.CharField(blank=True, max_length=20, verbose_name='classe')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('noted_at', models.DateTimeField(verbose_name='quando')),
                ('noted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('received', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='classes', to='federation.receivedtournament', verbose_name='torneo ricevuto')),
            ],
            options={
                'verbose_name': 'classe di un torneo ricevuto',
                'verbose_name_plural': 'classi dei tornei ricevuti',
                'ordering': ['received', 'version'],
            },
        ),
        migrations.CreateModel(
            name='IndexedReceived',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('editions', models.CharField(max_length=64, verbose_name='edizioni dei codici')),
                ('package', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='federation.receivedpackage')),
                ('received', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='indexed', to='federation.receivedtournament')),
            ],
            options={
                'verbose_name': 'torneo ricevuto in archivio',
                'verbose_name_plural': 'tornei ricevuti in archivio',
            },
        ),
        migrations.AddField(
            model_name='archivedruling',
            name='received',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='federation.receivedtournament'),
        ),
        migrations.CreateModel(
            name='SecondAppeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='numero')),
                ('uid', models.CharField(max_length=64)),
                ('record', models.CharField(max_length=60, verbose_name='atto')),
                ('against', models.CharField(max_length=200, verbose_name='contro')),
                ('first_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='reclamo di primo grado')),
                ('entry', models.PositiveIntegerField(verbose_name='presentato dalla coppia o squadra n.')),
                ('noticed_at', models.DateTimeField(verbose_name='conosciuto il')),
                ('due_at', models.DateTimeField(verbose_name='scade il')),
                ('late_reason', models.TextField(blank=True, verbose_name='perché è ammesso dopo il termine')),
                ('deposit', models.CharField(blank=True, choices=[('due', 'da versare'), ('received', 'versato'), ('returned', 'restituito'), ('forfeited', 'trattenuto')], max_length=10, verbose_name='stato del deposito')),
                ('grounds', models.TextField(verbose_name='motivi')),
                ('filed_at', models.DateTimeField(verbose_name='ricevuto il')),
                ('state', models.CharField(choices=[('open', 'in esame'), ('upheld', 'accolto'), ('changed', 'accolto: decisione cambiata'), ('rejected', 'respinto'), ('meritless', 'respinto, senza merito'), ('withdrawn', 'ritirato')], default='open', max_length=20, verbose_name='stato')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='second_appeals', to='tournaments.federation', verbose_name='federazione')),
                ('filed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ricevuto da')),
                ('received', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='second_appeals', to='federation.receivedtournament', verbose_name='torneo ricevuto')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='second_appeals', to='tournaments.tournament', verbose_name='torneo')),
            ],
            options={
                'verbose_name': 'reclamo al giudice federale',
                'verbose_name_plural': 'reclami al giudice federale',
                'ordering': ['federation', 'number'],
            },
        ),
        migrations.CreateModel(
            name='SecondDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('outcome', models.CharField(choices=[('open', 'in esame'), ('upheld', 'accolto'), ('changed', 'accolto: decisione cambiata'), ('rejected', 'respinto'), ('meritless', 'respinto, senza merito'), ('withdrawn', 'ritirato')], max_length=20, verbose_name='esito')),
                ('reasons', models.TextField(verbose_name='motivazione')),
                ('facts', models.JSONField(blank=True, default=dict, verbose_name='risposte cambiate')),
                ('order', models.TextField(blank=True, verbose_name='che cosa si ordina')),
                ('correction', models.TextField(blank=True, verbose_name='perché è corretta')),
                ('present', models.JSONField(default=list, verbose_name='chi ha deciso')),
                ('decided_at', models.DateTimeField(verbose_name='deciso il')),
                ('signed', models.JSONField()),
                ('appeal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='federation.secondappeal', verbose_name='reclamo')),
                ('decided_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'decisione di secondo grado',
                'verbose_name_plural': 'decisioni di secondo grado',
                'ordering': ['appeal', 'version'],
            },
        ),
        migrations.CreateModel(
            name='SecondJudge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('told', models.TextField(blank=True, verbose_name='avvertenza')),
                ('named_at', models.DateTimeField(verbose_name='dal')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='fino al')),
                ('left_reason', models.TextField(blank=True, verbose_name='perché non giudica più')),
                ('appeal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judges', to='federation.secondappeal', verbose_name='reclamo')),
                ('named_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chi')),
            ],
            options={
                'verbose_name': 'giudice di secondo grado',
                'verbose_name_plural': 'giudici di secondo grado',
                'ordering': ['appeal', 'named_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SecondNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('appellant', 'chi reclama'), ('other', 'controparte'), ('tournament', 'direzione o arbitri del torneo'), ('hearing', 'udienza')], max_length=12, verbose_name='di chi')),
                ('text', models.TextField(verbose_name='che cosa è stato detto')),
                ('written_at', models.DateTimeField(verbose_name='scritto il')),
                ('appeal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='federation.secondappeal', verbose_name='reclamo')),
                ('written_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'dichiarazione al giudice federale',
                'verbose_name_plural': 'dichiarazioni al giudice federale',
                'ordering': ['appeal', 'written_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='SecondTerm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('days', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(365)], verbose_name='giorni')),
                ('deposit_cents', models.PositiveIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(9999999)], verbose_name='deposito')),
                ('source', models.CharField(max_length=500, verbose_name='fonte')),
                ('set_at', models.DateTimeField(verbose_name='quando')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='terms', to='tournaments.federation', verbose_name='federazione')),
                ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
            ],
            options={
                'verbose_name': 'termine del secondo grado',
                'verbose_name_plural': 'termini del secondo grado',
                'ordering': ['federation', 'version'],
            },
        ),
        migrations.AddField(
            model_name='secondappeal',
            name='term',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='federation.secondterm', verbose_name='termine'),
        ),
        migrations.AddConstraint(
            model_name='receivedtournament',
            constraint=models.UniqueConstraint(fields=('federation', 'uid'), name='received_tournament_once', violation_error_message='Questo torneo c’è già.'),
        ),
        migrations.AddConstraint(
            model_name='receivedperson',
            constraint=models.UniqueConstraint(fields=('received', 'number', 'version'), name='received_person_version_once', violation_error_message='Intanto qualcun altro ha scelto.'),
        ),
        migrations.AddConstraint(
            model_name='receivedperson',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_chosen', False), ('reason', '')), models.Q(('is_chosen', True), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='received_person_chosen_why', violation_error_message='Chi sceglie dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='receivedclass',
            constraint=models.UniqueConstraint(fields=('received', 'version'), name='received_class_version_once', violation_error_message='Intanto qualcun altro ha cambiato la classe.'),
        ),
        migrations.AddConstraint(
            model_name='receivedclass',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'assigned'), models.Q(('class_id', ''), _negated=True)), models.Q(('class_id', ''), ('state', 'none')), _connector='OR'), name='received_class_known_state', violation_error_message='Una classe assegnata dice quale.'),
        ),
        migrations.AddConstraint(
            model_name='receivedclass',
            constraint=models.CheckConstraint(condition=models.Q(('version', 1), models.Q(('reason', ''), _negated=True), _connector='OR'), name='received_class_changed_why', violation_error_message='Chi cambia la classe di un torneo dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='seconddecision',
            constraint=models.UniqueConstraint(fields=('appeal', 'version'), name='second_decision_version_once', violation_error_message='Intanto qualcun altro ha deciso.'),
        ),
        migrations.AddConstraint(
            model_name='seconddecision',
            constraint=models.CheckConstraint(condition=models.Q(('outcome', 'changed'), models.Q(('facts', {}), ('order', '')), _connector='OR'), name='second_decision_changed_how', violation_error_message='Ordina qualcosa solo chi cambia il provvedimento.'),
        ),
        migrations.AddConstraint(
            model_name='seconddecision',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('correction', ''), ('version', 1)), models.Q(('version__gt', 1), models.Q(('correction', ''), _negated=True)), _connector='OR'), name='second_decision_corrected_why', violation_error_message='Chi corregge una decisione dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='secondjudge',
            constraint=models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('appeal', 'user'), name='second_judge_once', violation_error_message='È già nel collegio.'),
        ),
        migrations.AddConstraint(
            model_name='secondjudge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('left_at__isnull', True), ('left_reason', '')), models.Q(('left_at__isnull', False), models.Q(('left_reason', ''), _negated=True)), _connector='OR'), name='second_judge_left_why', violation_error_message='Chi lascia il collegio dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='secondterm',
            constraint=models.UniqueConstraint(fields=('federation', 'version'), name='second_term_version_once', violation_error_message='Intanto qualcun altro ha cambiato il termine.'),
        ),
        migrations.AddConstraint(
            model_name='secondappeal',
            constraint=models.UniqueConstraint(fields=('federation', 'number'), name='second_appeal_number_once', violation_error_message='Questo reclamo esiste già.'),
        ),
        migrations.AddConstraint(
            model_name='secondappeal',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('federation', 'uid', 'record', 'entry'), name='second_appeal_open_once', violation_error_message='Questo reclamo è già davanti al giudice federale.'),
        ),
        migrations.AddConstraint(
            model_name='secondappeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('received__isnull', False), ('tournament__isnull', True)), models.Q(('received__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='second_appeal_of_one', violation_error_message='Un reclamo riguarda un torneo, di qui o ricevuto.'),
        ),
        first.keeping(TRIGGERS),
        migrations.RunPython(name_received, migrations.RunPython.noop),
    ]

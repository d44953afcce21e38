"""The roster: members, what changed of them, suspensions, files; and who was admitted in spite of it.

Changes, suspensions and admissions are kept as they were given by the database itself.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")
Trigger, differs = first.Trigger, first.differs

CHANGE, SUSPENSION, ADMISSION = (f"tournaments_{name}" for name in ("memberchange", "suspension", "admission"))
TRIGGERS = [
    Trigger("member_no_delete", "DELETE", "tournaments_member", "A member is never deleted: they leave"),
    Trigger("member_change_no_update", "UPDATE", CHANGE, "What changed of a member is never changed"),
    Trigger("member_change_no_delete", "DELETE", CHANGE, "What changed of a member is never deleted"),
    Trigger("suspension_no_delete", "DELETE", SUSPENSION, "A suspension is never deleted: lift it"),
    Trigger(
        "suspension_fixed",
        "UPDATE",
        SUSPENSION,
        "A suspension never changes: lift it and give another",
        differs("id", "member_id", "starts_on", "ends_on", "reason", "reference", "set_by_id", "set_at"),
    ),
    Trigger(
        "suspension_lifted_fixed",
        "UPDATE",
        SUSPENSION,
        "A lifted suspension never changes",
        "OLD.lifted_at IS NOT NULL AND (" + differs("lifted_by_id", "lifted_at", "lift_reason") + ")",
    ),
    Trigger("admission_no_delete", "DELETE", ADMISSION, "An admission is never deleted: withdraw it"),
    Trigger(
        "admission_fixed",
        "UPDATE",
        ADMISSION,
        "An admission never changes: withdraw it and give another",
        differs("id", "entry_id", "player_id", "findings", "reason", "by_id", "at"),
    ),
    Trigger(
        "admission_withdrawn_fixed",
        "UPDATE",
        ADMISSION,
        "A withdrawn admission never changes",
        "OLD.withdrawn_at IS NOT NULL AND (" + differs("withdrawn_by_id", "withdrawn_at", "withdraw_reason") + ")",
    ),
]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0047_federation_log_kept'),
    ]

    operations = [
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('card_number', models.CharField(blank=True, max_length=40, verbose_name='numero di tessera')),
                ('card_key', models.CharField(blank=True, editable=False, max_length=40)),
                ('last_name', models.CharField(max_length=100, verbose_name='cognome')),
                ('first_name', models.CharField(blank=True, max_length=100, verbose_name='nome')),
                ('club_name', models.CharField(blank=True, max_length=200, verbose_name='circolo')),
                ('category', models.CharField(blank=True, max_length=40, verbose_name='categoria')),
                ('valid_from', models.DateField(blank=True, null=True, verbose_name='valida dal')),
                ('valid_until', models.DateField(blank=True, null=True, verbose_name='valida fino al')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='uscito dall’albo il')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='tournaments.federation', verbose_name='federazione')),
            ],
            options={
                'verbose_name': 'tesserato',
                'verbose_name_plural': 'tesserati',
                'ordering': ['last_name', 'first_name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='RosterUpdate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(blank=True, null=True, verbose_name='numero')),
                ('state', models.CharField(choices=[('pending', 'da guardare'), ('accepted', 'accettato'), ('discarded', 'scartato')], default='pending', max_length=10, verbose_name='stato')),
                ('file_name', models.CharField(max_length=200, verbose_name='file')),
                ('digest', models.CharField(max_length=64, verbose_name='impronta')),
                ('read', models.JSONField(blank=True, default=dict, verbose_name='righe lette')),
                ('outcome', models.JSONField(blank=True, default=dict, verbose_name='esito')),
                ('staged_at', models.DateTimeField(verbose_name='caricato il')),
                ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='chiuso il')),
                ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roster_updates', to='tournaments.federation', verbose_name='federazione')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chiuso da')),
                ('staged_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='caricato da')),
            ],
            options={
                'verbose_name': 'aggiornamento dell’albo',
                'verbose_name_plural': 'aggiornamenti dell’albo',
                'ordering': ['-staged_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='MemberChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('joined', 'entrato nell’albo'), ('changed', 'dati cambiati'), ('left', 'uscito dall’albo'), ('returned', 'rientrato nell’albo')], max_length=10, verbose_name='che cosa')),
                ('fields', models.JSONField(blank=True, default=dict, verbose_name='campi')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='tournaments.member', verbose_name='tesserato')),
                ('update', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='member_changes', to='tournaments.rosterupdate', verbose_name='aggiornamento')),
            ],
            options={
                'verbose_name': 'cambiamento di un tesserato',
                'verbose_name_plural': 'cambiamenti dei tesserati',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Suspension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_on', models.DateField(verbose_name='dal')),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='fino al')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('reference', models.CharField(blank=True, max_length=200, verbose_name='provvedimento')),
                ('set_at', models.DateTimeField(verbose_name='registrata il')),
                ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='tolta il')),
                ('lift_reason', models.TextField(blank=True, verbose_name='perché è stata tolta')),
                ('lifted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='tolta da')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='suspensions', to='tournaments.member', verbose_name='tesserato')),
                ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='registrata da')),
            ],
            options={
                'verbose_name': 'sospensione',
                'verbose_name_plural': 'sospensioni',
                'ordering': ['member', 'starts_on', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Admission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('findings', models.JSONField(verbose_name='rilievi')),
                ('reason', models.TextField(verbose_name='motivo')),
                ('at', models.DateTimeField(verbose_name='ammesso il')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='ritirata il')),
                ('withdraw_reason', models.TextField(blank=True, verbose_name='perché è stata ritirata')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ammesso da')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='admissions', to='tournaments.entry', verbose_name='iscrizione')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='admissions', to='tournaments.player', verbose_name='giocatore')),
                ('withdrawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ritirata da')),
            ],
            options={
                'verbose_name': 'ammissione',
                'verbose_name_plural': 'ammissioni',
                'ordering': ['entry', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('entry', 'player'), name='admission_once', violation_error_message='È già ammesso.'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='admission_has_reason', violation_error_message='Manca il motivo.'), models.CheckConstraint(condition=models.Q(models.Q(('withdraw_reason', ''), ('withdrawn_at__isnull', True), ('withdrawn_by__isnull', True)), models.Q(('withdrawn_at__isnull', False), ('withdrawn_by__isnull', False), models.Q(('withdraw_reason', ''), _negated=True)), _connector='OR'), name='admission_withdrawn_why', violation_error_message='Chi ritira un’ammissione dice perché.')],
            },
        ),
        migrations.AddIndex(
            model_name='member',
            index=models.Index(fields=['federation', 'last_name', 'first_name'], name='member_by_name'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.UniqueConstraint(condition=models.Q(('card_key', ''), _negated=True), fields=('federation', 'card_key'), name='member_card_once', violation_error_message='Questa tessera è già nell’albo.'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_until__isnull', True), ('valid_until__gte', models.F('valid_from')), _connector='OR'), name='roster_member_from_before_until', violation_error_message='Una tessera non scade prima di cominciare.'),
        ),
        migrations.AddConstraint(
            model_name='rosterupdate',
            constraint=models.UniqueConstraint(fields=('federation', 'number'), name='roster_update_number_once', violation_error_message='Questa versione dell’albo c’è già.'),
        ),
        migrations.AddConstraint(
            model_name='rosterupdate',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('number__isnull', True), ('settled_at__isnull', True), ('settled_by__isnull', True), ('state', 'pending')), models.Q(('number__isnull', False), ('settled_at__isnull', False), ('settled_by__isnull', False), ('state', 'accepted')), models.Q(('number__isnull', True), ('settled_at__isnull', False), ('settled_by__isnull', False), ('state', 'discarded')), _connector='OR'), name='roster_update_settled_once', violation_error_message='Un aggiornamento chiuso dice da chi e quando, uno da guardare no.'),
        ),
        migrations.AddConstraint(
            model_name='memberchange',
            constraint=models.UniqueConstraint(fields=('member', 'update'), name='member_change_once', violation_error_message='Un aggiornamento cambia un tesserato una volta.'),
        ),
        migrations.AddConstraint(
            model_name='suspension',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='suspension_from_before_until', violation_error_message='Una sospensione non finisce prima di cominciare.'),
        ),
        migrations.AddConstraint(
            model_name='suspension',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='suspension_has_reason', violation_error_message='Manca il motivo.'),
        ),
        migrations.AddConstraint(
            model_name='suspension',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lift_reason', ''), ('lifted_at__isnull', True), ('lifted_by__isnull', True)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False), models.Q(('lift_reason', ''), _negated=True)), _connector='OR'), name='suspension_lifted_why', violation_error_message='Chi toglie una sospensione dice perché.'),
        ),
        first.keeping(TRIGGERS),
    ]

"""Accounts, offices, players, clubs and members."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import people.names.order
import people.sign_in.models
from django.conf import settings
from django.db import migrations, models

from records.guards import CreateModels, Guard


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        # Not needed: what runs Python there renders whatever stands before it, and would do so with all of our models.
        ('django_tasks_database', '0021_conditional_partial_index_ordering'),
    ]

    operations = [
        CreateModels(
            models=[
                migrations.CreateModel(
                    name='User',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('session_epoch', models.PositiveIntegerField(default=0, editable=False)),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ],
                    options={
                        'ordering': [models.OrderBy(people.names.order.NameOrder('last_name')), models.OrderBy(people.names.order.NameOrder('first_name')), 'username'],
                        'verbose_name': 'utente',
                        'verbose_name_plural': 'utenti',
                    },
                    managers=[
                        ('objects', django.contrib.auth.models.UserManager()),
                    ],
                ),
                migrations.CreateModel(
                    name='SignInTries',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('who', models.CharField(max_length=64, unique=True)),
                        ('made', models.PositiveSmallIntegerField(default=0)),
                        ('last', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'verbose_name': 'tentativi di accesso',
                        'verbose_name_plural': 'tentativi di accesso',
                    },
                ),
                migrations.CreateModel(
                    name='Federation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('code', models.SlugField(unique=True, verbose_name='sigla')),
                        ('name', models.CharField(max_length=200, verbose_name='nome')),
                        ('log_lines', models.PositiveIntegerField(default=0, editable=False)),
                    ],
                    options={
                        'verbose_name': 'federazione',
                        'verbose_name_plural': 'federazioni',
                        'ordering': ['code'],
                    },
                ),
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to='people.federation', verbose_name='federazione')),
                        ('name', models.CharField(max_length=200, verbose_name='nome')),
                        ('town', models.CharField(blank=True, max_length=100, verbose_name='città')),
                    ],
                    options={
                        'verbose_name': 'circolo',
                        'verbose_name_plural': 'circoli',
                        'ordering': [models.OrderBy(people.names.order.NameOrder('name')), 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('federation', 'name'), name='club_name_once', violation_error_message='Questo circolo esiste già nella federazione.')],
                    },
                ),
                migrations.CreateModel(
                    name='Player',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('first_name', models.CharField(max_length=100, verbose_name='nome')),
                        ('last_name', models.CharField(max_length=100, verbose_name='cognome')),
                        ('federation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='people.federation', verbose_name='federazione')),
                        ('card_number', models.CharField(blank=True, max_length=40, verbose_name='numero di tessera')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='players', to='people.club', verbose_name='circolo')),
                        ('category', models.CharField(blank=True, max_length=40, verbose_name='categoria')),
                        ('minor_until', models.DateField(blank=True, db_index=True, null=True, verbose_name='minorenne fino al')),
                        ('account', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='accesso')),
                    ],
                    options={
                        'verbose_name': 'giocatore',
                        'verbose_name_plural': 'giocatori',
                        'ordering': [models.OrderBy(people.names.order.NameOrder('last_name')), models.OrderBy(people.names.order.NameOrder('first_name')), 'pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('card_number', ''), _negated=True), fields=('federation', 'card_number'), name='player_card_number_once', violation_error_message='Questo numero di tessera è già di un altro giocatore.')],
                    },
                ),
                migrations.CreateModel(
                    name='PersonalExport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='exports', to='people.player', verbose_name='giocatore')),
                        ('account', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='exports', to=settings.AUTH_USER_MODEL, verbose_name='accesso')),
                        ('form', models.CharField(choices=[('json', 'JSON'), ('pdf', 'PDF')], max_length=4, verbose_name='forma')),
                        ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='fatta da')),
                        ('made_at', models.DateTimeField(verbose_name='fatta il')),
                    ],
                    options={
                        'verbose_name': 'esportazione dei dati di una persona',
                        'verbose_name_plural': 'esportazioni dei dati di persone',
                        'ordering': ['made_at', 'pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('player__isnull', False), ('account__isnull', False), _connector='OR'), name='export_of_somebody', violation_error_message='Un’esportazione è dei dati di qualcuno.')],
                    },
                ),
                migrations.CreateModel(
                    name='RosterUpdate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roster_updates', to='people.federation', verbose_name='federazione')),
                        ('number', models.PositiveIntegerField(blank=True, null=True, verbose_name='numero')),
                        ('state', models.CharField(choices=[('pending', 'da guardare'), ('accepted', 'accettato'), ('discarded', 'scartato')], default='pending', max_length=10, verbose_name='stato')),
                        ('file_name', models.CharField(max_length=200, verbose_name='file')),
                        ('digest', models.CharField(max_length=64, verbose_name='impronta')),
                        ('read', models.JSONField(blank=True, default=dict, verbose_name='righe lette')),
                        ('outcome', models.JSONField(blank=True, default=dict, verbose_name='esito')),
                        ('staged_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='caricato da')),
                        ('staged_at', models.DateTimeField(verbose_name='caricato il')),
                        ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chiuso da')),
                        ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='chiuso il')),
                    ],
                    options={
                        'verbose_name': 'aggiornamento dell’albo',
                        'verbose_name_plural': 'aggiornamenti dell’albo',
                        'ordering': ['-staged_at', '-pk'],
                        'constraints': [models.UniqueConstraint(fields=('federation', 'number'), name='rosterupdate_number_once', violation_error_message='Questa versione dell’albo c’è già.'), models.CheckConstraint(condition=models.Q(models.Q(('number__isnull', True), ('settled_at__isnull', True), ('settled_by__isnull', True), ('state', 'pending')), models.Q(('number__isnull', False), ('settled_at__isnull', False), ('settled_by__isnull', False), ('state', 'accepted')), models.Q(('number__isnull', True), ('settled_at__isnull', False), ('settled_by__isnull', False), ('state', 'discarded')), _connector='OR'), name='roster_update_settled_once', violation_error_message='Un aggiornamento chiuso dice da chi e quando, uno da guardare no.')],
                    },
                ),
                migrations.CreateModel(
                    name='Member',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='people.federation', verbose_name='federazione')),
                        ('card_number', models.CharField(blank=True, max_length=40, verbose_name='numero di tessera')),
                        ('card_key', models.CharField(blank=True, editable=False, max_length=40)),
                        ('last_name', models.CharField(max_length=100, verbose_name='cognome')),
                        ('first_name', models.CharField(blank=True, max_length=100, verbose_name='nome')),
                        ('club_name', models.CharField(blank=True, max_length=200, verbose_name='circolo')),
                        ('category', models.CharField(blank=True, max_length=40, verbose_name='categoria')),
                        ('valid_from', models.DateField(blank=True, null=True, verbose_name='valida dal')),
                        ('valid_until', models.DateField(blank=True, null=True, verbose_name='valida fino al')),
                        ('minor_until', models.DateField(blank=True, null=True, verbose_name='minorenne fino al')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='uscito dall’albo il')),
                    ],
                    options={
                        'verbose_name': 'tesserato',
                        'verbose_name_plural': 'tesserati',
                        'ordering': [models.OrderBy(people.names.order.NameOrder('last_name')), models.OrderBy(people.names.order.NameOrder('first_name')), 'pk'],
                        'indexes': [models.Index(fields=['federation', 'last_name', 'first_name'], name='member_by_name')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('card_key', ''), _negated=True), fields=('federation', 'card_key'), name='member_card_key_once', violation_error_message='Questa tessera è già nell’albo.'), models.CheckConstraint(condition=models.Q(('valid_from__isnull', True), ('valid_until__isnull', True), ('valid_until__gte', models.F('valid_from')), _connector='OR'), name='roster_member_from_before_until', violation_error_message='Una tessera non scade prima di cominciare.'), Guard(name='member_no_delete', on='DELETE', says='A member is never deleted: they leave')],
                    },
                ),
                migrations.CreateModel(
                    name='MemberChange',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='people.member', verbose_name='tesserato')),
                        ('update', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='member_changes', to='people.rosterupdate', verbose_name='aggiornamento')),
                        ('kind', models.CharField(choices=[('joined', 'entrato nell’albo'), ('changed', 'dati cambiati'), ('left', 'uscito dall’albo'), ('returned', 'rientrato nell’albo')], max_length=10, verbose_name='che cosa')),
                        ('fields', models.JSONField(blank=True, default=dict, verbose_name='campi')),
                    ],
                    options={
                        'verbose_name': 'cambiamento di un tesserato',
                        'verbose_name_plural': 'cambiamenti dei tesserati',
                        'ordering': ['pk'],
                        'constraints': [models.UniqueConstraint(fields=('member', 'update'), name='memberchange_update_once', violation_error_message='Un aggiornamento cambia un tesserato una volta.'), Guard(name='member_change_no_update', on='UPDATE', says='What changed of a member is never changed'), Guard(name='member_change_no_delete', on='DELETE', says='What changed of a member is never deleted')],
                    },
                ),
                migrations.CreateModel(
                    name='Suspension',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('reason', models.TextField(verbose_name='motivo')),
                        ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='suspensions', to='people.member', verbose_name='tesserato')),
                        ('starts_on', models.DateField(verbose_name='dal')),
                        ('ends_on', models.DateField(blank=True, null=True, verbose_name='fino al')),
                        ('reference', models.CharField(blank=True, max_length=200, verbose_name='provvedimento')),
                        ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='registrata da')),
                        ('set_at', models.DateTimeField(verbose_name='registrata il')),
                        ('lifted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='tolta da')),
                        ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='tolta il')),
                        ('lift_reason', models.TextField(blank=True, verbose_name='perché è stata tolta')),
                    ],
                    options={
                        'verbose_name': 'sospensione',
                        'verbose_name_plural': 'sospensioni',
                        'ordering': ['member', 'starts_on', 'pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='suspension_from_before_until', violation_error_message='Una sospensione non finisce prima di cominciare.'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='suspension_has_reason', violation_error_message='Manca il motivo.'), models.CheckConstraint(condition=models.Q(models.Q(('lift_reason', ''), ('lifted_at__isnull', True), ('lifted_by__isnull', True)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False), models.Q(('lift_reason', ''), _negated=True)), _connector='OR'), name='suspension_lift_reason_told', violation_error_message='Chi toglie una sospensione dice perché.'), Guard(name='suspension_no_delete', on='DELETE', says='A suspension is never deleted: lift it'), Guard(name='suspension_fixed', on='UPDATE', says='A suspension never changes: lift it and give another', when='(OLD.id IS DISTINCT FROM NEW.id) OR (OLD.member_id IS DISTINCT FROM NEW.member_id) OR (OLD.starts_on IS DISTINCT FROM NEW.starts_on) OR (OLD.ends_on IS DISTINCT FROM NEW.ends_on) OR (OLD.reason IS DISTINCT FROM NEW.reason) OR (OLD.reference IS DISTINCT FROM NEW.reference) OR (OLD.set_by_id IS DISTINCT FROM NEW.set_by_id) OR (OLD.set_at IS DISTINCT FROM NEW.set_at)'), Guard(name='suspension_lifted_fixed', on='UPDATE', says='A lifted suspension never changes', when='OLD.lifted_at IS NOT NULL AND ((OLD.lifted_by_id IS DISTINCT FROM NEW.lifted_by_id) OR (OLD.lifted_at IS DISTINCT FROM NEW.lifted_at) OR (OLD.lift_reason IS DISTINCT FROM NEW.lift_reason))')],
                    },
                ),
                migrations.CreateModel(
                    name='PlayerMerge',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kept', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='people.player', verbose_name='scheda tenuta')),
                        ('merged', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merged_into', to='people.player', verbose_name='scheda unita')),
                        ('reason', models.TextField(verbose_name='motivo')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da')),
                        ('at', models.DateTimeField(verbose_name='quando')),
                        ('parted_reason', models.TextField(blank=True, verbose_name='motivo della separazione')),
                        ('parted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='separata da')),
                        ('parted_at', models.DateTimeField(blank=True, null=True, verbose_name='separata il')),
                    ],
                    options={
                        'verbose_name': 'unione di due schede',
                        'verbose_name_plural': 'unioni di schede',
                        'ordering': ['at', 'pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('parted_at__isnull', True)), fields=('merged',), name='playermerge_merged_once', violation_error_message='Questa scheda è già unita a un’altra.'), models.CheckConstraint(condition=models.Q(('kept', models.F('merged')), _negated=True), name='player_merge_of_two', violation_error_message='È la stessa scheda: scegline un’altra.'), models.CheckConstraint(condition=models.Q(models.Q(('parted_at__isnull', True), ('parted_by__isnull', True)), models.Q(('parted_at__isnull', False), ('parted_by__isnull', False)), _connector='OR'), name='player_merge_parted_by_somebody', violation_error_message='Una separazione dice chi l’ha fatta e quando.')],
                    },
                ),
                migrations.CreateModel(
                    name='FederationOffice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offices', to=settings.AUTH_USER_MODEL, verbose_name='utente')),
                        ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offices', to='people.federation', verbose_name='federazione')),
                        ('office', models.CharField(choices=[('secretary', 'Segretario federale'), ('archivist', 'Archivista'), ('judge', 'Giudice federale'), ('referee', 'Responsabile arbitrale')], max_length=20, verbose_name='incarico')),
                        ('given_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='dato da')),
                        ('given_at', models.DateTimeField(verbose_name='dato il')),
                        ('ends_at', models.DateTimeField(blank=True, null=True, verbose_name='finisce il')),
                        ('ended_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='tolto da')),
                    ],
                    options={
                        'verbose_name': 'incarico federale',
                        'verbose_name_plural': 'incarichi federali',
                        'ordering': ['federation', 'office', 'given_at', 'pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('ended_by__isnull', True)), fields=('user', 'federation', 'office'), name='federationoffice_office_once', violation_error_message='Ha già questo incarico nella federazione.'), models.CheckConstraint(condition=models.Q(('office__in', ['secretary', 'archivist', 'judge', 'referee'])), name='federationoffice_office_known', violation_error_message='Questo incarico non esiste.'), models.CheckConstraint(condition=models.Q(('ended_by__isnull', True), ('ends_at__isnull', False), _connector='OR'), name='federation_office_ended_when', violation_error_message='Un incarico tolto dice quando è finito.'), Guard(name='federation_office_no_delete', on='DELETE', says='An office is never deleted: end it')],
                    },
                ),
                migrations.CreateModel(
                    name='FederationLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('federation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='people.federation', verbose_name='federazione')),
                        ('sequence', models.PositiveIntegerField(verbose_name='numero')),
                        ('at', models.DateTimeField(verbose_name='quando')),
                        ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='chi')),
                        ('action', models.CharField(max_length=60, verbose_name='azione')),
                        ('object', models.CharField(max_length=200, verbose_name='oggetto')),
                        ('data', models.JSONField(verbose_name='dati')),
                        ('seals', models.JSONField(blank=True, null=True, verbose_name='sigilli')),
                        ('previous_hash', models.CharField(blank=True, max_length=64)),
                        ('hash', models.CharField(max_length=64)),
                    ],
                    options={
                        'verbose_name': 'riga del registro federale',
                        'verbose_name_plural': 'registro federale',
                        'ordering': ['federation', 'sequence'],
                        'constraints': [models.UniqueConstraint(fields=('federation', 'sequence'), name='federationline_sequence_once', violation_error_message='La riga del registro esiste già.'), Guard(name='federation_line_no_update', on='UPDATE', says='A line of the log is never changed'), Guard(name='federation_line_no_delete', on='DELETE', says='A line of the log is never deleted')],
                    },
                ),
                migrations.CreateModel(
                    name='Phone',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(help_text='The human-readable name of this device.', max_length=64)),
                        ('confirmed', models.BooleanField(default=True, help_text='Is this device ready for use?')),
                        ('throttling_failure_timestamp', models.DateTimeField(blank=True, default=None, help_text='A timestamp of the last failed verification attempt. Null if last attempt succeeded.', null=True)),
                        ('throttling_failure_count', models.PositiveIntegerField(default=0, help_text='Number of successive failed attempts.')),
                        ('created_at', models.DateTimeField(auto_now_add=True, help_text='The date and time when this device was initially created in the system.', null=True)),
                        ('last_used_at', models.DateTimeField(blank=True, help_text='The most recent date and time this device was used.', null=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('secret', models.TextField(default=people.sign_in.models.new_secret, editable=False, verbose_name='segreto, cifrato')),
                        ('drift', models.SmallIntegerField(default=0, editable=False)),
                        ('last_step', models.BigIntegerField(default=-1, editable=False)),
                        ('other_step', models.BigIntegerField(default=None, editable=False, null=True)),
                    ],
                    options={
                        'verbose_name': 'telefono per la verifica in due passaggi',
                        'verbose_name_plural': 'telefoni per la verifica in due passaggi',
                    },
                ),
                migrations.CreateModel(
                    name='BackupCodes',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(help_text='The human-readable name of this device.', max_length=64)),
                        ('confirmed', models.BooleanField(default=True, help_text='Is this device ready for use?')),
                        ('throttling_failure_timestamp', models.DateTimeField(blank=True, default=None, help_text='A timestamp of the last failed verification attempt. Null if last attempt succeeded.', null=True)),
                        ('throttling_failure_count', models.PositiveIntegerField(default=0, help_text='Number of successive failed attempts.')),
                        ('created_at', models.DateTimeField(auto_now_add=True, help_text='The date and time when this device was initially created in the system.', null=True)),
                        ('last_used_at', models.DateTimeField(blank=True, help_text='The most recent date and time this device was used.', null=True)),
                        ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('salt', models.CharField(editable=False, max_length=32)),
                        ('rounds', models.PositiveIntegerField(editable=False)),
                        ('digests', models.JSONField(default=list, editable=False, verbose_name='impronte, cifrate')),
                    ],
                    options={
                        'verbose_name': 'codici di riserva',
                        'verbose_name_plural': 'codici di riserva',
                    },
                ),
            ],
        ),
    ]

"""Entry fees, who paid them, what prizes are worth; neither a fee nor a payment is ever changed or deleted."""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first = import_module("tournaments.migrations.0002_triggers")

TRIGGERS = [
    first.Trigger(f"{name}_no_{event.lower()}", event, table, message)
    for name, table, message in (
        ("fee", "tournaments_fee", "A fee is never changed or deleted: give a new version"),
        ("fee_payment", "tournaments_feepayment", "A payment is never changed or deleted: give a new version"),
    )
    for event in ("UPDATE", "DELETE")
]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0048_members'),
    ]

    operations = [
        migrations.CreateModel(
            name='Fee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.CharField(blank=True, max_length=40, verbose_name='categoria')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('cents', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(9999999)], verbose_name='centesimi')),
                ('per', models.CharField(choices=[('entry', 'per iscrizione'), ('player', 'per giocatore')], max_length=20, verbose_name='per chi')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('set_at', models.DateTimeField(verbose_name='quando')),
            ],
            options={
                'verbose_name': 'quota di iscrizione',
                'verbose_name_plural': 'quote di iscrizione',
                'ordering': ['tournament', 'category', 'version'],
            },
        ),
        migrations.CreateModel(
            name='FeePayment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField(verbose_name='versione')),
                ('paid', models.BooleanField(verbose_name='ha pagato')),
                ('cents', models.PositiveIntegerField(validators=[django.core.validators.MaxValueValidator(79999992)], verbose_name='centesimi')),
                ('reason', models.TextField(blank=True, verbose_name='motivo')),
                ('noted_at', models.DateTimeField(verbose_name='quando')),
            ],
            options={
                'verbose_name': 'pagamento di una quota',
                'verbose_name_plural': 'pagamenti delle quote',
                'ordering': ['entry', 'version'],
            },
        ),
        migrations.AddField(
            model_name='prize',
            name='cents',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(9999999)], verbose_name='centesimi'),
        ),
        migrations.AddField(
            model_name='prize',
            name='in_kind',
            field=models.BooleanField(default=False, verbose_name='in natura'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('cents__isnull', True), ('in_kind', False), _connector='OR'), name='prize_in_money_or_in_kind', violation_error_message='Un premio è in denaro o in natura.'),
        ),
        migrations.AddField(
            model_name='fee',
            name='set_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da'),
        ),
        migrations.AddField(
            model_name='fee',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fees', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AddField(
            model_name='feepayment',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='tournaments.entry', verbose_name='coppia'),
        ),
        migrations.AddField(
            model_name='feepayment',
            name='noted_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='da'),
        ),
        migrations.AddConstraint(
            model_name='fee',
            constraint=models.UniqueConstraint(fields=('tournament', 'category', 'version'), name='fee_version_once', violation_error_message='Intanto qualcun altro ha cambiato la quota.'),
        ),
        migrations.AddConstraint(
            model_name='fee',
            constraint=models.CheckConstraint(condition=models.Q(('per__in', ['entry', 'player'])), name='fee_per_known', violation_error_message='Una quota è per iscrizione o per giocatore.'),
        ),
        migrations.AddConstraint(
            model_name='fee',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('version', 1), ('cents__isnull', False)), models.Q(('reason', ''), _negated=True), _connector='OR'), name='fee_changed_why', violation_error_message='Chi cambia o toglie una quota dice perché.'),
        ),
        migrations.AddConstraint(
            model_name='feepayment',
            constraint=models.UniqueConstraint(fields=('entry', 'version'), name='fee_payment_version_once', violation_error_message='Intanto qualcun altro l’ha già segnato.'),
        ),
        migrations.AddConstraint(
            model_name='feepayment',
            constraint=models.CheckConstraint(condition=models.Q(('paid', True), models.Q(('cents', 0), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='fee_payment_taken_back_why', violation_error_message='Chi toglie un pagamento dice perché.'),
        ),
        first.keeping(TRIGGERS),
    ]

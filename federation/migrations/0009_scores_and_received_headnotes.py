"""The federal judge changes scores and rows of standings too; headnotes stand beside rulings that came in packages.

On SQLite the altered tables are rebuilt without their triggers: these step aside meanwhile.
"""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


first = import_module("tournaments.migrations.0002_triggers")
casebook = import_module("federation.migrations.0005_casebook")
second = import_module("federation.migrations.0006_second_instance")
ALTERED = ("federation_headnote", "federation_seconddecision", "federation_decisionexecution")
KEEPING = first.keeping([one for one in casebook.TRIGGERS + second.TRIGGERS if one.table in ALTERED])


class Migration(migrations.Migration):

    dependencies = [
        ('federation', '0008_webhooks'),
        ('tournaments', '0049_fees'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(KEEPING.reverse_code, KEEPING.code),
        migrations.RemoveConstraint(
            model_name='seconddecision',
            name='second_decision_changed_how',
        ),
        migrations.AddField(
            model_name='decisionexecution',
            name='made',
            field=models.JSONField(blank=True, default=list, verbose_name='che cosa ha fatto'),
        ),
        migrations.AddField(
            model_name='headnote',
            name='received',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='headnotes', to='federation.receivedtournament', verbose_name='torneo ricevuto'),
        ),
        migrations.AddField(
            model_name='headnotedraft',
            name='received',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='federation.receivedtournament', verbose_name='torneo ricevuto'),
        ),
        migrations.AddField(
            model_name='seconddecision',
            name='figures',
            field=models.JSONField(blank=True, default=dict, verbose_name='cifre'),
        ),
        migrations.AlterField(
            model_name='headnote',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='headnotes', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AlterField(
            model_name='headnotedraft',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament', verbose_name='torneo'),
        ),
        migrations.AddConstraint(
            model_name='headnote',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('received__isnull', False), ('tournament__isnull', True)), models.Q(('received__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='headnote_of_one', violation_error_message='Una massima riguarda un torneo, di qui o ricevuto.'),
        ),
        migrations.AddConstraint(
            model_name='headnotedraft',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('received__isnull', False), ('tournament__isnull', True)), models.Q(('received__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='headnote_draft_of_one', violation_error_message='Una massima riguarda un torneo, di qui o ricevuto.'),
        ),
        migrations.AddConstraint(
            model_name='seconddecision',
            constraint=models.CheckConstraint(condition=models.Q(('outcome', 'changed'), models.Q(('facts', {}), ('figures', {}), ('order', '')), _connector='OR'), name='second_decision_changed_how', violation_error_message='Ordina qualcosa solo chi cambia la decisione.'),
        ),
        migrations.RunPython(KEEPING.code, KEEPING.reverse_code),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_invitations"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="one_hand",
            field=models.BooleanField(blank=True, null=True, verbose_name="una sola mano"),
        ),
    ]

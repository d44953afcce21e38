"""Root of the URLs: the doors (log-in, language, administration); each application brings the rest."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import PasswordChangeDoneView
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView
from django.views.i18n import set_language

from config import health
from people.accounts import views as second_factor
from people.accounts.views import (
    ChangePassword,
    SignIn,
    SignOut,
    account,
    admin_sign_in,
    end_session,
    first_account,
    sign_in_code,
    sign_out_everywhere,
)
from people.invitations import views as invitations
from people.sign_in.forms import SignInForm
from tournaments.setup.live_pages import connected
from tournaments.staff.views import invitation

handler403 = "config.error_pages.refused"
handler404 = "config.error_pages.not_found"
handler500 = "config.error_pages.server_error"

urlpatterns = [
    # Answered by config.middleware.HealthFirst, before all the rest.
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path(
        "accesso/",
        SignIn.as_view(template_name="account/login.html", authentication_form=SignInForm),
        name="login",
    ),
    path("uscita/", login_not_required(SignOut.as_view()), name="logout"),
    path("accesso/codice/", sign_in_code, name="sign_in_code"),
    path("accesso/due-passaggi/", second_factor.second_factor, name="second_factor"),
    path("accesso/due-passaggi/togli/", second_factor.turn_off, name="second_factor_off"),
    path("accesso/mio/", account, name="account"),
    path("accesso/collegamento/", connected, name="connected"),
    path("accesso/invito/<str:token>/", invitation, name="invitation"),
    path("accesso/benvenuto/<str:token>/", invitations.welcome, name="welcome"),
    path("accessi/", invitations.accounts, name="accounts"),
    path("accessi/tornei/", invitations.creates, name="account_creates"),
    path("accessi/password/", invitations.link, name="account_link"),
    path("accesso/primo/<str:token>/", first_account, name="first_account"),
    path("uscita/ovunque/", sign_out_everywhere, name="sign_out_everywhere"),
    path("uscita/altrove/", end_session, name="end_session"),
    path("password/", ChangePassword.as_view(template_name="account/password.html"), name="password_change"),
    path(
        "password/cambiata/",
        PasswordChangeDoneView.as_view(template_name="account/password_done.html"),
        name="password_change_done",
    ),
    # Without the token: shared pages hold none, and the worst that a forged request does is to change the language.
    path("lingua/", login_not_required(csrf_exempt(set_language)), name="set_language"),
    # The administration and PDF pages name no icon: browsers then ask for this address.
    path("favicon.ico", login_not_required(RedirectView.as_view(url=lazy(static, str)("img/mark.svg")))),
    path("admin/login/", admin_sign_in),
    path("admin/", admin.site.urls),
    *(path("", include(f"{name}.urls")) for name in ("tournaments", "hall", "keeping")),
    path("", include("referee.urls")),
    path("", include("federation.urls")),
]

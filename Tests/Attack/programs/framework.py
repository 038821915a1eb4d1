"""An application in Django, behind a proxy. It answers with the address as it reads it, and accepts a form with a token."""

import sys
import wsgiref.simple_server
from pathlib import Path

import django.conf
import django.core.wsgi
import django.http
import django.middleware.csrf
import django.urls

settings = {}
exec(Path(sys.argv[2]).read_text(), settings)
django.conf.settings.configure(
    ROOT_URLCONF=__name__, SECRET_KEY="x" * 50, DEBUG=False,
    MIDDLEWARE=["django.middleware.security.SecurityMiddleware", "django.middleware.csrf.CsrfViewMiddleware"],
    **{name: value for name, value in settings.items() if name.isupper()})


def form(request):
    if request.method == "POST":
        return django.http.HttpResponse("sent")
    return django.http.JsonResponse({
        "address": request.build_absolute_uri(), "secure": request.is_secure(), "client": request.META["HTTP_X_FORWARDED_FOR"],
        "token": django.middleware.csrf.get_token(request)})


urlpatterns = [django.urls.path("form", form)]


class Quiet(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


wsgiref.simple_server.make_server(
    "127.0.0.1", int(sys.argv[1]), django.core.wsgi.get_wsgi_application(), handler_class=Quiet).serve_forever()

// Says to which place an address leads, for each way in which applications for Go read addresses.
package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"
)

var escape = regexp.MustCompile("%[0-9A-Fa-f]{2}")

func place(text string) string {
	segments := strings.Split(strings.TrimPrefix(strings.TrimSuffix(text, "/"), "/"), "/")
	switch {
	// Programs that do not decode have no place with such a name.
	case escape.MatchString(segments[0]):
		return "refused"
	case segments[0] == "assets" || len(segments) == 1 && strings.HasSuffix(segments[0], ".css"):
		return "public"
	case segments[0] == "admin":
		return "admin"
	}
	return "private"
}

func router() *http.ServeMux {
	mux := http.NewServeMux()
	for _, prefix := range []string{"/assets", "/admin", "/"} {
		handler := func(response http.ResponseWriter, request *http.Request) {
			text := prefix
			if prefix == "/" {
				text = request.URL.Path
			}
			response.Write([]byte(place(text)))
		}
		mux.HandleFunc(prefix, handler)
		if prefix != "/" {
			mux.HandleFunc(prefix+"/", handler)
		}
	}
	return mux
}

func main() {
	mux := router()
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, request)
		routed := "refused"
		if recorder.Code == 200 {
			routed = recorder.Body.String()
		}
		twice := "refused"
		if decoded, err := url.PathUnescape(request.URL.Path); err == nil {
			twice = place(path.Clean(decoded))
		}
		places := []string{
			routed, place(request.URL.Path), place(request.URL.EscapedPath()), place(path.Clean(request.URL.Path)),
			place(strings.SplitN(request.RequestURI, "?", 2)[0]), twice,
		}
		response.Write([]byte(strings.Join(places, " ")))
	}))
}

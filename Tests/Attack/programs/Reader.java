import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** Says to which place an address leads in Tomcat: as it comes at the first port, and less careful at the others. */
public class Reader {
    static class Place extends HttpServlet {
        private final String name;

        Place(String name) { this.name = name; }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String path = request.getServletPath();
            boolean isPublic = name.equals("private") && path.matches("/[^/]*\\.css/?");
            response.getWriter().write(isPublic ? "public" : name);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[0]);
        Context context = tomcat.addContext("", null);
        String[][] places = {{"public", "/assets/*"}, {"admin", "/admin/*"}, {"private", "/"}};
        for (String[] place : places) {
            Tomcat.addServlet(context, place[0], new Place(place[0]));
            context.addServletMappingDecoded(place[1], place[0]);
        }
        String[] slashes = {"reject", "decode", "passthrough"};
        for (int number = 0; number < slashes.length; number++) {
            Connector connector = new Connector("HTTP/1.1");
            connector.setPort(Integer.parseInt(arguments[1 + number]));
            connector.setProperty("address", "127.0.0.1");
            connector.setProperty("maxKeepAliveRequests", "-1");
            connector.setEncodedSolidusHandling(slashes[number]);
            if (number > 0) {
                connector.setAllowBackslash(true);
                connector.setProperty("relaxedPathChars", "\\|{}[]^`\"<>");
            }
            tomcat.getService().addConnector(connector);
        }
        tomcat.start();
        tomcat.getServer().await();
    }
}

package org.sortingoffice.desk;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sortingoffice.testing.*;

class DeskSmokeTest {
  @Test
  void x() throws Exception {
    try (RunningOffice office = RunningOffice.start("desk_smoke", Map.of())) {
      SetAside s = new SetAside(office.rows());
      s.add(20, "ProviderUnavailable: the provider answered 503", "classify", "1 hour");
      s.add(10, "Odd: number %d", null, "2 hours");
      System.out.println(office.get("/v1/dead-letters?limit=2").body());
      var g = RunningOffice.json(office.get("/v1/dead-letters/groups"));
      System.out.println(g.toPrettyString());
      String key = g.at("/groups/0/key").asText();
      String asOf = g.at("/as_of").asText();
      System.out.println(
          post(
              office, "/v1/redrives", "{\"filter\":{\"group\":\"" + key + "\"},\"dry_run\":true}"));
      String b =
          "{\"filter\":{\"group\":\""
              + key
              + "\"},\"as_of\":\""
              + asOf
              + "\",\"expected_count\":20,\"reason\":\"over\",\"rate_per_second\":20}";
      System.out.println(post(office, "/v1/redrives", b.replace("20,", "21,")));
      System.out.println(post(office, "/v1/redrives", b));
      System.out.println(post(office, "/v1/redrives", b));
      Thread.sleep(4000);
      System.out.println(office.get("/v1/redrives/1").body());
      System.out.println(office.get("/v1/redrives").body());
      System.out.println(office.get("/v1/jobs/1").body());
      System.out.println(post(office, "/v1/redrives/1/pause", ""));
      System.out.println(post(office, "/v1/jobs/25/notes", "{\"text\":\"hello\"}"));
      System.out.println(post(office, "/v1/jobs/25/discard", "{\"reason\":\"hello\"}"));
      System.out.println(post(office, "/v1/jobs/25/discard", "{\"reason\":\"hello\"}"));
      System.out.println(post(office, "/v1/jobs/25/retry", "{\"reason\":\"again\"}"));
      System.out.println(
          office
              .rows()
              .value(
                  "select json_agg(audit)::text from audit where action <> 'job_retried' or job_id=25"));
      System.out.println(
          post(office, "/v1/redrives", "{\"filter\":{\"gro\":1},\"reason\":3,\"as_of\":\"x\"}"));
    }
  }

  static String post(RunningOffice office, String path, String body) {
    var r =
        office.send(
            office
                .request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    return r.statusCode() + " " + r.headers().map() + " " + r.body();
  }
}

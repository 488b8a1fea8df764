"use strict";

// The page may load nothing but files of this server: no badge of a validator, no script of its own.
window.SwaggerUIBundle({
  url: document.getElementById("description").dataset.document,
  dom_id: "#description",
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  validatorUrl: null,
});

/** The page of the API: every operation can be tried, with the visitor's own log-in or a token. */

import { cookie } from "./dom.js";

const box = document.getElementById("swagger");
const root = document.documentElement;

/** Let the forms follow the look of the page: their stylesheet knows two looks, and a class chooses. */
function look() {
  const chosen = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.classList.toggle("dark-mode", chosen === "dark");
}

/** Changes with the cookie of a log-in need the token of this site's forms as well. */
function withToken(request) {
  const own = new URL(request.url, location.href).origin === location.origin;
  if (own && !request.headers.Authorization) request.headers["X-CSRFToken"] = cookie("csrftoken");
  return request;
}

/** Show the operations and the button for a token, and no second <main>, title or server list around them. */
function layout({ React }) {
  const show = React.createElement;
  const Operations = ({ getComponent, specSelectors }) => {
    const part = (name, connected = true) => show(getComponent(name, connected), { key: name });
    const loaded = specSelectors.loadingStatus() === "success";
    const parts = ["AuthorizeBtnContainer", "operations"].map((name) => loaded && part(name));
    return show("div", { className: "swagger-ui" }, part("SvgAssets"), part("errors"), ...parts);
  };
  return { components: { Operations } };
}

look();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
new MutationObserver(look).observe(root, { attributeFilter: ["data-theme"] });

window.SwaggerUIBundle({
  url: box.dataset.schema,
  domNode: box,
  // A link inside the button of each operation would be a control inside a control.
  deepLinking: false,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: withToken,
  plugins: [layout],
  layout: "Operations",
});

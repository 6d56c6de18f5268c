// Shows the OpenAPI document of the page. Requests from it use the address at which the page was loaded.
const viewer = document.querySelector('[data-document]');

const useOriginOfPage = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (original) => (spec) =>
          original({ ...spec, servers: spec.servers?.map((server) => ({ ...server, url: location.origin + new URL(server.url).pathname })) }),
      },
    },
  },
});

globalThis.SwaggerUIBundle({
  domNode: viewer,
  url: viewer.dataset.document,
  plugins: [useOriginOfPage],
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});

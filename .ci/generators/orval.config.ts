// Orval writes the address of the service into its client.
export default {
  agency: {
    input: 'openapi.json',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      baseUrl: process.env.AGENCY_URL,
      override: { contentType: { exclude: ['multipart/form-data'] } },
    },
  },
};

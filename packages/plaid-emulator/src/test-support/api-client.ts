/** The prefix under which the tests register the plugin. */
export const prefix = '/plaid-emulator';

/** The only API client of the tests. */
export const apiClient = { clientId: 'client-of-the-tests', secret: 'secret-of-the-tests' } as const;

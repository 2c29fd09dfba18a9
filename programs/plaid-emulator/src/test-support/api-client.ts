export const prefix = '/plaid-emulator';

export const apiClient = { clientId: 'client-of-the-tests', secret: 'secret-of-the-tests' } as const;

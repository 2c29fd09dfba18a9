/** The app's role cannot read this schema at home. */
export const IDENTITY_PART = { schema: 'identity' };

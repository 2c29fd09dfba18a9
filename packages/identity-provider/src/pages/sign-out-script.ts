/** Sends the sign-out form by itself. It is a file of its own because the pages allow no script inside them. */
export const signOutScript = `document.getElementById('op.logoutForm').submit();\n`;

/** Sends the page's form by itself. It is a file of its own because the pages allow no script inside them. */
export const sendFormScript = `document.forms[0].submit();\n`;

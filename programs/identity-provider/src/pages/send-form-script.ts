/** A file, because the pages allow no inline script. */
export const sendFormScript = `document.forms[0].submit();\n`;

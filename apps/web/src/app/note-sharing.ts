// Before the page is drawn, because the server can't know it, and a choice that appears later would move the others.
if (!('share' in navigator)) document.documentElement.dataset['shareless'] = '';

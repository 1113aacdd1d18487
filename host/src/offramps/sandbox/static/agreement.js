// The page that frames a signed agreement waits for this; which pages may frame it, the headers say.
if (window.parent !== window) window.parent.postMessage({ agreements: 'complete' }, '*')

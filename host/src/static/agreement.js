// The page that frames a signed agreement waits for this message; the headers restrict which pages may frame it.
if (window.parent !== window) window.parent.postMessage({ agreements: 'complete' }, '*')

/**
 * What the content security policy knows the application's own <style> elements by: the nonce of the
 * page's first one. Without a server that fills it in (development) there is no policy either.
 */
export const styleNonce = document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';

// Where get-nonce reads it, for the elements that react-remove-scroll makes under a dialog.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** Required by the content security policy. Empty in development, where there is no policy. */
export const styleNonce = document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';

// get-nonce reads this global for the styles that react-remove-scroll adds while a dialog is open.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

/** The purpose of a provider's response. The state that the server sent to the provider begins with it. */
export type ResponsePurpose = 'signIn' | 'link' | 'confirm';

export function readPurpose(response: string): ResponsePurpose {
  const state = new URLSearchParams(response).get('state') ?? '';
  if (state.startsWith('link.')) return 'link';
  return state.startsWith('confirm.') ? 'confirm' : 'signIn';
}

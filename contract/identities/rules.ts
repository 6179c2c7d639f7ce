/** The query of the address to which a provider returns a person: code, state and issuer. Codes of some are long. */
export const MAX_RESPONSE_LENGTH = 6000;

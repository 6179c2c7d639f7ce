export { endProposalsOfImport, forgetChoices } from './accepting/queries.ts';
export { acceptMatches, findMatches, type MatchedLine, pickMatches } from './accepting/service.ts';

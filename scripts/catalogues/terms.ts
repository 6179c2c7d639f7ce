import type { Language } from '#contract/shared/enums.ts';
import { withoutPlaceholders } from './extract.ts';

type Translated = Exclude<Language, 'en'>;

/** A term of the glossary: if the English text has it, each translation has one of these stems. */
interface Term {
  name: string;
  english: RegExp;
  stems: Record<Translated, RegExp>;
  /** The term with the opposite meaning, whose stems a text without it may not have. */
  opposite?: string;
  /** Texts that a language expresses without the term. */
  exceptions?: Partial<Record<Translated, string[]>>;
}

const BALANCE_NAMED = [
  '{{username}} still has {{balance}}. Deleting the account forfeits this balance.',
];
const SLIDES = 'How long users see each banner before the next one comes.';
const TAMIL_ACCOUNT = [
  'Activate User',
  'Create User',
  'Creating User...',
  'Deactivate User',
  SLIDES,
];

/** The core of docs/glossary/terms.tsv, as stems that accept each language's endings. */
export const terms: Term[] = [
  {
    name: 'deposit',
    english: /\bdeposit(s|ed)?\b/i,
    stems: { hi: /जमा/, te: /డిపాజిట్/, ml: /ഡെപ്പോസിറ്റ|ക്രെഡിറ്റ/, ta: /டெபாசிட்/, kn: /ಜಮೆ|ಜಮಾ/ },
    opposite: 'withdrawal',
    exceptions: { ml: ['Deposit History'], ta: ['Deposit History', 'Pending Deposits'] },
  },
  {
    name: 'withdrawal',
    english: /\bwithdraw(als?|n)?\b/i,
    stems: { hi: /निकास|निकाल/, te: /విత్‌డ్రా/, ml: /പിൻവലി/, ta: /பணமெடுப்ப|எடு/, kn: /ಹಿಂಪಡೆ/ },
    opposite: 'deposit',
    exceptions: { hi: ['Please select a bank account for the withdrawal'] },
  },
  {
    name: 'approve',
    english: /\bapprov(e|ed|al|als|ing|es)\b/i,
    stems: { hi: /(?<!अ)स्वीकृत/, te: /ఆమోద/, ml: /അംഗീക/, ta: /அங்கீக|ஒப்புதல/, kn: /ಅನುಮೋದ/ },
    opposite: 'reject',
  },
  {
    name: 'reject',
    english: /\breject(ed|ion|ions|ing|s)?\b/i,
    stems: { hi: /अस्वीकृत/, te: /తిరస్క/, ml: /നിരസ/, ta: /நிராகரி/, kn: /ತಿರಸ್ಕ/ },
    opposite: 'approve',
  },
  {
    name: 'pending',
    english: /\bpending\b/i,
    stems: {
      hi: /पेंडिंग|बाकी/,
      te: /పెండింగ్/,
      ml: /പെൻഡിങ|കാത്തിരി/,
      ta: /நிலுவை|காத்திரு/,
      kn: /ಪೆಂಡಿಂಗ|ಬಾಕಿ|ಕಾಯು/,
    },
  },
  {
    name: 'amount',
    english: /\bamounts?\b/i,
    stems: { hi: /राशि/, te: /మొత్త/, ml: /തുക/, ta: /தொகை/, kn: /ಮೊತ್ತ/ },
  },
  {
    name: 'balance',
    english: /\bbalances?\b/i,
    stems: { hi: /बैलेंस/, te: /బ్యాలెన్స/, ml: /ബാലൻസ/, ta: /இருப்ப/, kn: /ಬ್ಯಾಲೆನ್ಸ/ },
    exceptions: { te: BALANCE_NAMED, ml: BALANCE_NAMED, ta: BALANCE_NAMED, kn: BALANCE_NAMED },
  },
  {
    name: 'transaction',
    english: /\btransactions?\b/i,
    stems: { hi: /लेन-देन/, te: /లావాదేవ/, ml: /ഇടപാട/, ta: /பரிவர்த்தனை/, kn: /ವಹಿವಾಟ/ },
  },
  {
    name: 'receipt',
    english: /\breceipts?\b/i,
    stems: { hi: /रसीद/, te: /రసీద/, ml: /രസീ/, ta: /ரசீ/, kn: /ರಸೀದಿ/ },
  },
  {
    name: 'request',
    english: /\brequests?\b/i,
    stems: { hi: /अनुरोध/, te: /అభ్యర్థ/, ml: /അഭ്യർത്ഥ/, ta: /கோரிக்கை|கோரு/, kn: /ವಿನಂತಿ|ಕೋರಿಕೆ/ },
    exceptions: {
      hi: ['Failed to process your request. Please try again.'],
      ta: [
        'Oldest request',
        'This request came from another site and was refused. Please open the wallet itself and try again.',
      ],
    },
  },
  {
    name: 'reason',
    english: /\breasons?\b/i,
    stems: { hi: /कारण/, te: /కారణ/, ml: /കാരണ/, ta: /காரண/, kn: /ಕಾರಣ/ },
  },
  {
    name: 'bank',
    english: /\bbanks?\b/i,
    stems: { hi: /बैंक/, te: /బ్యాంక/, ml: /ബാങ്ക/, ta: /வங்கி/, kn: /ಬ್ಯಾಂಕ/ },
  },
  {
    name: 'account',
    english: /\baccounts?\b/i,
    stems: { hi: /खात/, te: /ఖాతా/, ml: /അക്കൗണ്ട/, ta: /கணக்க/, kn: /ಖಾತೆ/ },
  },
  {
    name: 'password',
    english: /\bpasswords?\b/i,
    stems: { hi: /पासवर्ड/, te: /పాస్‌వర్డ/, ml: /പാസ്‌വേഡ/, ta: /கடவுச்சொ/, kn: /ಪಾಸ್‌ವರ್ಡ/ },
  },
  {
    name: 'username',
    english: /\busernames?\b/i,
    stems: { hi: /यूज़रनेम/, te: /యూజర్‌నేమ/, ml: /യൂസർനെയി/, ta: /பயனர்பெய/, kn: /ಬಳಕೆದಾರ ಹೆಸರ/ },
  },
  {
    name: 'user',
    english: /\busers?\b/i,
    // Malayalam refers to the user's account, and to the user only if a person acts.
    stems: { hi: /उपयोगकर्ता/, te: /యూజర/, ml: /ഉപയോക്ത|അക്കൗണ്ട/, ta: /பயன/, kn: /ಬಳಕೆದಾರ/ },
    exceptions: {
      hi: [SLIDES],
      te: [SLIDES],
      ml: [SLIDES, 'Deactivate User'],
      kn: [SLIDES],
      ta: TAMIL_ACCOUNT,
    },
  },
  {
    name: 'admin',
    english: /\badmin(s|istrators?)?\b/i,
    stems: { hi: /एडमिन/, te: /అడ్మిన/, ml: /അഡ്മി/, ta: /நிர்வாக/, kn: /ಅಡ್ಮಿನ/ },
  },
  {
    name: 'notification',
    english: /\bnotifications?\b/i,
    stems: { hi: /सूचना/, te: /నోటిఫికేష/, ml: /അറിയിപ്പ/, ta: /அறிவிப்ப/, kn: /ಅಧಿಸೂಚನೆ/ },
  },
  {
    name: 'webhook',
    english: /\bwebhooks?\b/i,
    stems: { hi: /वेबहुक/, te: /వెబ్‌హుక/, ml: /വെബ്ഹുക്ക/, ta: /வெப்ஹுக்/, kn: /ವೆಬ್‌ಹುಕ/ },
  },
  {
    name: 'date',
    english: /\bdates?\b/i,
    stems: { hi: /तारीख/, te: /తేదీ/, ml: /തീയതി/, ta: /தேதி/, kn: /ದಿನಾಂಕ/ },
  },
  {
    name: 'delete',
    english: /\bdelet(e|ed|ing)\b/i,
    stems: { hi: /हटा|हट जा/, te: /తొలగి/, ml: /ഇല്ലാതാക/, ta: /நீக்க/, kn: /ಅಳಿಸ/ },
  },
  {
    name: 'cancel',
    english: /\bcancel(led)?\b/i,
    stems: { hi: /रद्द/, te: /రద్దు/, ml: /റദ്ദാക്ക/, ta: /ரத்து/, kn: /ರದ್ದು/ },
  },
  {
    name: 'image',
    english: /\bimages?\b/i,
    stems: { hi: /इमेज/, te: /చిత్ర/, ml: /ചിത്ര/, ta: /பட/, kn: /ಚಿತ್ರ/ },
  },
  {
    name: 'session',
    english: /\bsessions?\b/i,
    stems: { hi: /सेशन/, te: /సెష/, ml: /സെഷ/, ta: /அமர்வ/, kn: /ಸೆಷನ/ },
  },
  {
    name: 'inactive',
    english: /\binactive\b/i,
    stems: {
      hi: /निष्क्रिय/,
      te: /ఇన్‌యాక్టివ/,
      ml: /നിഷ്ക്രിയ|സജീവമല്ല/,
      ta: /செயலற்ற|செயலில் இல்ல/,
      kn: /ನಿಷ್ಕ್ರಿಯ/,
    },
  },
  {
    name: 'active',
    english: /\bactive\b/i,
    stems: { hi: /सक्रिय/, te: /(?<!ఇన్‌)యాక్టివ/, ml: /സജീവ/, ta: /செயல/, kn: /ಸಕ್ರಿಯ/ },
    opposite: 'inactive',
  },
  {
    name: 'minimum',
    english: /\bminimum\b/i,
    stems: { hi: /न्यूनतम/, te: /కనీస/, ml: /കുറഞ്ഞ/, ta: /குறைந்த/, kn: /ಕನಿಷ್ಠ/ },
    opposite: 'maximum',
    exceptions: { ta: ['Minimum balance required: {{minimum}}'] },
  },
  {
    name: 'maximum',
    english: /\bmaximum\b/i,
    stems: { hi: /अधिकतम|ज़्यादा से ज़्यादा/, te: /గరిష్ఠ/, ml: /പരമാവധി|കൂടിയ/, ta: /அதிகபட்ச/, kn: /ಗರಿಷ್ಠ/ },
    opposite: 'minimum',
  },
  {
    name: 'source',
    english: /\bsources?\b/i,
    stems: { hi: /स्रोत/, te: /మూల/, ml: /ഉറവിട/, ta: /மூல/, kn: /ಮೂಲ/ },
  },
  {
    name: 'banner',
    english: /\bbanners?\b/i,
    stems: { hi: /बैनर/, te: /బ్యానర/, ml: /ബാന/, ta: /பேனர/, kn: /ಬ್ಯಾನರ/ },
  },
  {
    name: 'note',
    english: /\bnotes?\b/i,
    stems: { hi: /टिप्पण|नोट/, te: /గమనిక|నోట్/, ml: /കുറിപ്പ/, ta: /குறிப்ப/, kn: /ಟಿಪ್ಪಣಿ/ },
  },
  {
    name: 'reference',
    english: /\breference\b/i,
    stems: { hi: /संदर्भ/, te: /రిఫరెన్స/, ml: /റഫറൻസ/, ta: /குறிப்பு எண/, kn: /ಉಲ್ಲೇಖ/ },
    exceptions: {
      hi: ['Bank account reference error. Please select a valid bank account.'],
      ta: ['Bank account reference error. Please select a valid bank account.'],
    },
  },
  {
    name: 'passbook',
    english: /\bpassbook\b/i,
    stems: { hi: /पासबुक/, te: /పాస్‌బుక/, ml: /പാസ്ബുക്ക/, ta: /பாஸ்புக்/, kn: /ಪಾಸ್‌ಬುಕ/ },
  },
  {
    name: 'status',
    english: /\bstatus\b/i,
    stems: { hi: /स्टेटस/, te: /స్థితు?/, ml: /നില/, ta: /நிலை/, kn: /ಸ್ಥಿತಿ/ },
    exceptions: { ta: ['All Status'] },
  },
  {
    name: 'decision',
    english: /\bdecisions?\b/i,
    stems: { hi: /फ़ैसल/, te: /నిర్ణయ/, ml: /തീരുമാന|തീർപ്പ/, ta: /முடிவ/, kn: /ನಿರ್ಧಾರ|ನಿರ್ಧರಿ/ },
  },
  {
    name: 'API key',
    english: /\bAPI keys?\b/i,
    stems: { hi: /कुंज/, te: /కీ/, ml: /കീ/, ta: /விசை/, kn: /ಕೀ/ },
  },
  {
    name: 'unread',
    english: /\bunread\b/i,
    stems: {
      hi: /बिना पढ़ी|पढ़नी बाकी/,
      te: /చదవ/,
      ml: /വായിക്കാത്ത|വായിച്ചിട്ടില്ല/,
      ta: /படிக்க/,
      kn: /ಓದದ|ಓದಿಲ್ಲ/,
    },
  },
  {
    name: 'file',
    english: /\bfiles?\b/i,
    stems: { hi: /फ़ाइल/, te: /ఫైల/, ml: /ഫയ/, ta: /கோப்ப/, kn: /ಫೈಲ/ },
  },
  {
    name: 'permission',
    english: /\bpermissions?\b/i,
    stems: { hi: /अनुमति/, te: /అనుమత/, ml: /അനുമതി/, ta: /அனுமதி/, kn: /ಅನುಮತಿ/ },
  },
];

export function termFaults(language: Language, key: string, text: string): string[] {
  if (language === 'en') return [];
  const english = withoutPlaceholders(key);
  return terms.flatMap((term) => {
    if (!term.english.test(english)) return [];
    if (term.exceptions?.[language]?.includes(key)) return [];
    if (!term.stems[language].test(text))
      return [`the glossary's word for "${term.name}" is missing`];
    return oppositeFaults(term, { language, english, text });
  });
}

function oppositeFaults(
  term: Term,
  { language, english, text }: { language: Translated; english: string; text: string },
): string[] {
  const opposite = terms.find(({ name }) => name === term.opposite);
  if (!opposite || opposite.english.test(english)) return [];
  return opposite.stems[language].test(text)
    ? [`the word for "${opposite.name}" in place of "${term.name}"`]
    : [];
}

import type { Language } from '#contract/shared/enums.ts';
import { fillText } from '#contract/shared/errors.ts';
import { toIndianTime } from '#server/platform/lists/csv.ts';

/** The catalogues are loaded by browsers only, so the texts of this file are here. */
interface ReadmeTexts {
  title: string;
  made: string;
  caution: string;
  files: string;
  profile: string;
  bankAccounts: string;
  transactions: string;
  notifications: string;
  messages: string;
  activity: string;
  sessions: string;
  documents: string;
  receipts: string;
  picture: string;
  missing: string;
}

const README: Record<Language, ReadmeTexts> = {
  en: {
    title: 'Your data in {{product}}',
    made: 'Downloaded by {{username}} on {{time}} (Indian time).',
    caution:
      'This archive contains your full bank account numbers. Keep it in a safe place and do not share it.',
    files: 'Files',
    profile: 'your account, your details and your balance',
    bankAccounts: 'your saved bank accounts',
    transactions: 'all your deposits, withdrawals and adjustments',
    notifications: 'your notifications',
    messages: 'your messages to support with the answers',
    activity: 'logins, changes of your account and decisions about your requests',
    sessions: 'your logins with their devices and addresses',
    documents: 'your verification documents, as long as they are kept',
    receipts: 'the images of your receipts',
    picture: 'your profile picture',
    missing: 'These images are missing, because they could not be found on the server:',
  },
  hi: {
    title: '{{product}} में आपका डेटा',
    made: '{{username}} ने {{time}} (भारतीय समय) पर डाउनलोड किया।',
    caution: 'इस फ़ाइल में आपके बैंक खातों की पूरी खाता संख्या है। इसे सुरक्षित जगह पर रखें और किसी को न दें।',
    files: 'फ़ाइलें',
    profile: 'आपका खाता, आपका विवरण और आपका बैलेंस',
    bankAccounts: 'आपके सेव किए गए बैंक खाते',
    transactions: 'आपकी सभी जमा, निकासी और समायोजन',
    notifications: 'आपकी सूचनाएँ',
    messages: 'सहायता टीम को भेजे गए आपके संदेश और उनके जवाब',
    activity: 'लॉगिन, आपके खाते में हुए बदलाव और आपके अनुरोधों पर हुए फ़ैसले',
    sessions: 'आपके लॉगिन, उनके डिवाइस और पते',
    documents: 'जाँच के लिए भेजे गए आपके दस्तावेज़, जब तक वे रखे जाते हैं',
    receipts: 'आपकी रसीदों की तस्वीरें',
    picture: 'आपकी प्रोफ़ाइल तस्वीर',
    missing: 'ये तस्वीरें इसमें नहीं हैं, क्योंकि वे सर्वर पर नहीं मिलीं:',
  },
  te: {
    title: '{{product}}లో మీ డేటా',
    made: '{{time}} (భారత సమయం) న {{username}} డౌన్‌లోడ్ చేశారు.',
    caution: 'ఈ ఆర్కైవ్‌లో మీ బ్యాంక్ ఖాతాల పూర్తి నంబర్లు ఉన్నాయి. దీన్ని సురక్షితమైన చోట ఉంచండి, ఎవరికీ ఇవ్వకండి.',
    files: 'ఫైల్‌లు',
    profile: 'మీ ఖాతా, మీ వివరాలు, మీ బ్యాలెన్స్',
    bankAccounts: 'మీరు సేవ్ చేసిన బ్యాంక్ ఖాతాలు',
    transactions: 'మీ అన్ని డిపాజిట్లు, విత్‌డ్రాయల్‌లు, సర్దుబాట్లు',
    notifications: 'మీ నోటిఫికేషన్‌లు',
    messages: 'సపోర్ట్‌కు మీరు పంపిన సందేశాలు, వాటికి వచ్చిన సమాధానాలు',
    activity: 'లాగిన్‌లు, మీ ఖాతా మార్పులు, మీ అభ్యర్థనలపై నిర్ణయాలు',
    sessions: 'మీ లాగిన్‌లు, వాటి పరికరాలు, చిరునామాలు',
    documents: 'మీ ధ్రువీకరణ పత్రాలు, అవి ఉంచబడినంత కాలం',
    receipts: 'మీ రసీదుల చిత్రాలు',
    picture: 'మీ ప్రొఫైల్ చిత్రం',
    missing: 'ఈ చిత్రాలు సర్వర్‌లో కనబడలేదు కాబట్టి ఇందులో లేవు:',
  },
  ml: {
    title: '{{product}}-ലെ നിങ്ങളുടെ ഡാറ്റ',
    made: '{{time}} (ഇന്ത്യൻ സമയം) {{username}} ഡൗൺലോഡ് ചെയ്തത്.',
    caution:
      'ഈ ആർക്കൈവിൽ നിങ്ങളുടെ ബാങ്ക് അക്കൗണ്ടുകളുടെ മുഴുവൻ നമ്പറുകളും ഉണ്ട്. ഇത് സുരക്ഷിതമായി സൂക്ഷിക്കുക, ആർക്കും നൽകരുത്.',
    files: 'ഫയലുകൾ',
    profile: 'നിങ്ങളുടെ അക്കൗണ്ട്, വിവരങ്ങൾ, ബാലൻസ്',
    bankAccounts: 'നിങ്ങൾ സേവ് ചെയ്ത ബാങ്ക് അക്കൗണ്ടുകൾ',
    transactions: 'നിങ്ങളുടെ എല്ലാ ഡെപ്പോസിറ്റുകളും പിൻവലിക്കലുകളും അഡ്ജസ്റ്റ്‌മെന്റുകളും',
    notifications: 'നിങ്ങളുടെ അറിയിപ്പുകൾ',
    messages: 'സപ്പോർട്ടിലേക്ക് നിങ്ങൾ അയച്ച സന്ദേശങ്ങളും അവയ്ക്കുള്ള മറുപടികളും',
    activity: 'ലോഗിനുകൾ, അക്കൗണ്ടിലെ മാറ്റങ്ങൾ, അഭ്യർത്ഥനകളിലെ തീരുമാനങ്ങൾ',
    sessions: 'നിങ്ങളുടെ ലോഗിനുകളും അവയുടെ ഉപകരണങ്ങളും വിലാസങ്ങളും',
    documents: 'നിങ്ങളുടെ വെരിഫിക്കേഷൻ രേഖകൾ, അവ സൂക്ഷിക്കുന്ന കാലത്തോളം',
    receipts: 'നിങ്ങളുടെ രസീതുകളുടെ ചിത്രങ്ങൾ',
    picture: 'നിങ്ങളുടെ പ്രൊഫൈൽ ചിത്രം',
    missing: 'സെർവറിൽ കണ്ടെത്താനാകാത്തതിനാൽ ഈ ചിത്രങ്ങൾ ഇതിലില്ല:',
  },
  ta: {
    title: '{{product}}-இல் உங்கள் தரவு',
    made: '{{time}} (இந்திய நேரம்) அன்று {{username}} பதிவிறக்கியது.',
    caution:
      'இந்தக் கோப்பில் உங்கள் வங்கிக் கணக்குகளின் முழு எண்கள் உள்ளன. இதைப் பாதுகாப்பான இடத்தில் வைக்கவும், யாருக்கும் கொடுக்க வேண்டாம்.',
    files: 'கோப்புகள்',
    profile: 'உங்கள் கணக்கு, விவரங்கள், இருப்பு',
    bankAccounts: 'நீங்கள் சேமித்த வங்கிக் கணக்குகள்',
    transactions: 'உங்கள் எல்லா டெபாசிட்கள், பணமெடுப்புகள், சரிசெய்தல்கள்',
    notifications: 'உங்கள் அறிவிப்புகள்',
    messages: 'உதவிக் குழுவுக்கு நீங்கள் அனுப்பிய செய்திகளும் அவற்றுக்கான பதில்களும்',
    activity: 'உள்நுழைவுகள், கணக்கு மாற்றங்கள், உங்கள் கோரிக்கைகள் மீதான முடிவுகள்',
    sessions: 'உங்கள் உள்நுழைவுகள், அவற்றின் சாதனங்கள், முகவரிகள்',
    documents: 'உங்கள் சரிபார்ப்பு ஆவணங்கள், அவை வைக்கப்பட்டிருக்கும் வரை',
    receipts: 'உங்கள் ரசீதுகளின் படங்கள்',
    picture: 'உங்கள் சுயவிவரப் படம்',
    missing: 'சேவையகத்தில் கிடைக்காததால் இந்தப் படங்கள் இதில் இல்லை:',
  },
  kn: {
    title: '{{product}} ನಲ್ಲಿ ನಿಮ್ಮ ಡೇಟಾ',
    made: '{{time}} (ಭಾರತೀಯ ಸಮಯ) ರಂದು {{username}} ಅವರು ಡೌನ್‌ಲೋಡ್ ಮಾಡಿದ್ದಾರೆ.',
    caution: 'ಈ ಆರ್ಕೈವ್‌ನಲ್ಲಿ ನಿಮ್ಮ ಬ್ಯಾಂಕ್ ಖಾತೆಗಳ ಪೂರ್ಣ ಸಂಖ್ಯೆಗಳಿವೆ. ಇದನ್ನು ಸುರಕ್ಷಿತ ಸ್ಥಳದಲ್ಲಿ ಇಡಿ, ಯಾರಿಗೂ ಕೊಡಬೇಡಿ.',
    files: 'ಫೈಲ್‌ಗಳು',
    profile: 'ನಿಮ್ಮ ಖಾತೆ, ವಿವರಗಳು ಮತ್ತು ಬ್ಯಾಲೆನ್ಸ್',
    bankAccounts: 'ನೀವು ಉಳಿಸಿದ ಬ್ಯಾಂಕ್ ಖಾತೆಗಳು',
    transactions: 'ನಿಮ್ಮ ಎಲ್ಲಾ ಜಮೆಗಳು, ಹಿಂಪಡೆತಗಳು ಮತ್ತು ಹೊಂದಾಣಿಕೆಗಳು',
    notifications: 'ನಿಮ್ಮ ಅಧಿಸೂಚನೆಗಳು',
    messages: 'ಸಹಾಯ ತಂಡಕ್ಕೆ ನೀವು ಕಳುಹಿಸಿದ ಸಂದೇಶಗಳು ಮತ್ತು ಅವುಗಳ ಉತ್ತರಗಳು',
    activity: 'ಲಾಗಿನ್‌ಗಳು, ಖಾತೆಯ ಬದಲಾವಣೆಗಳು ಮತ್ತು ನಿಮ್ಮ ವಿನಂತಿಗಳ ನಿರ್ಧಾರಗಳು',
    sessions: 'ನಿಮ್ಮ ಲಾಗಿನ್‌ಗಳು, ಅವುಗಳ ಸಾಧನಗಳು ಮತ್ತು ವಿಳಾಸಗಳು',
    documents: 'ನಿಮ್ಮ ಪರಿಶೀಲನಾ ದಾಖಲೆಗಳು, ಅವುಗಳನ್ನು ಇಟ್ಟುಕೊಂಡಿರುವವರೆಗೆ',
    receipts: 'ನಿಮ್ಮ ರಸೀದಿಗಳ ಚಿತ್ರಗಳು',
    picture: 'ನಿಮ್ಮ ಪ್ರೊಫೈಲ್ ಚಿತ್ರ',
    missing: 'ಸರ್ವರ್‌ನಲ್ಲಿ ಸಿಗದ ಕಾರಣ ಈ ಚಿತ್ರಗಳು ಇದರಲ್ಲಿಲ್ಲ:',
  },
};

const FILES: [name: string, text: keyof ReadmeTexts][] = [
  ['profile.json', 'profile'],
  ['bank-accounts.json', 'bankAccounts'],
  ['transactions.csv, transactions.json', 'transactions'],
  ['notifications.json', 'notifications'],
  ['messages.json', 'messages'],
  ['documents.json, documents/', 'documents'],
  ['activity.json', 'activity'],
  ['sessions.json', 'sessions'],
  ['receipts/', 'receipts'],
  ['profile-picture', 'picture'],
];

/** Describes the archive in the person's language, and lists the images that it lacks. */
export function toReadme(
  language: Language,
  facts: { product: string; username: string; at: Date; missing: readonly string[] },
): string {
  const said = README[language];
  const { product, username, missing } = facts;
  const lines = [
    fillText(said.title, { product }),
    '',
    fillText(said.made, { username, time: toIndianTime(facts.at) }),
    said.caution,
    '',
    said.files,
    ...FILES.map(([name, text]) => `- ${name}: ${said[text]}`),
    ...(missing.length > 0 ? ['', said.missing, ...missing.map((name) => `- ${name}`)] : []),
  ];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

import type { Language } from '#contract/shared/enums.ts';
import type { MailKind } from '#server/platform/mail/kinds.ts';

interface MailText {
  subject: string;
  /** Paragraphs; `{{name}}` is a placeholder. */
  paragraphs: string[];
  /** The text of the link, in a mail that has one. */
  link?: string;
}

export type RecoveryMail = Exclude<MailKind, 'notification' | 'digest' | 'push'>;
export type MailTexts = Record<RecoveryMail, MailText> & { greeting: string };

/** The texts of mails in each language. They are not in the catalogues, which browsers load. */
export const mailTexts: Record<Language, MailTexts> = {
  en: {
    greeting: 'Hello {{username}},',
    resetPassword: {
      subject: 'Choose a new password for {{product}}',
      paragraphs: [
        'Someone asked to reset the password of your account. The link is valid for {{minutes}} minutes and works once.',
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
      link: 'Choose a new password',
    },
    confirmAddress: {
      subject: 'Your code for {{product}}: {{code}}',
      paragraphs: [
        'Enter this code on your profile to confirm your recovery address: {{code}}',
        'The code is valid for {{minutes}} minutes. If you did not ask for it, ignore this mail.',
      ],
    },
    addressChanged: {
      subject: 'Your recovery address for {{product}} was changed',
      paragraphs: [
        'This address is no longer the recovery address of your account.',
        'If you did not do this, change your password and contact support: {{phone}}, {{email}}',
      ],
    },
  },
  hi: {
    greeting: 'नमस्ते {{username}},',
    resetPassword: {
      subject: '{{product}} के लिए नया पासवर्ड चुनें',
      paragraphs: [
        'किसी ने आपके खाते का पासवर्ड बदलने का अनुरोध किया है। यह लिंक {{minutes}} मिनट तक मान्य है और एक ही बार काम करता है।',
        'अगर यह आपने नहीं किया है, तो इस मेल पर ध्यान न दें: आपका पासवर्ड वही रहेगा।',
      ],
      link: 'नया पासवर्ड चुनें',
    },
    confirmAddress: {
      subject: '{{product}} के लिए आपका कोड: {{code}}',
      paragraphs: [
        'अपने रिकवरी ईमेल की पुष्टि के लिए यह कोड अपनी प्रोफ़ाइल पर डालें: {{code}}',
        'यह कोड {{minutes}} मिनट तक मान्य है। अगर आपने इसे नहीं माँगा है, तो इस मेल पर ध्यान न दें।',
      ],
    },
    addressChanged: {
      subject: '{{product}} के लिए आपका रिकवरी ईमेल बदल गया है',
      paragraphs: [
        'यह पता अब आपके खाते का रिकवरी ईमेल नहीं है।',
        'अगर यह आपने नहीं किया है, तो अपना पासवर्ड बदलें और सहायता से संपर्क करें: {{phone}}, {{email}}',
      ],
    },
  },
  te: {
    greeting: 'నమస్తే {{username}},',
    resetPassword: {
      subject: '{{product}} కోసం కొత్త పాస్‌వర్డ్‌ను ఎంచుకోండి',
      paragraphs: [
        'మీ ఖాతా పాస్‌వర్డ్‌ను మార్చమని ఎవరో కోరారు. ఈ లింక్ {{minutes}} నిమిషాల వరకు చెల్లుతుంది, ఒక్కసారే పనిచేస్తుంది.',
        'ఇది మీరు చేయకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి: మీ పాస్‌వర్డ్ అలాగే ఉంటుంది.',
      ],
      link: 'కొత్త పాస్‌వర్డ్‌ను ఎంచుకోండి',
    },
    confirmAddress: {
      subject: '{{product}} కోసం మీ కోడ్: {{code}}',
      paragraphs: [
        'మీ రికవరీ ఈమెయిల్‌ను నిర్ధారించడానికి ఈ కోడ్‌ను మీ ప్రొఫైల్‌లో నమోదు చేయండి: {{code}}',
        'ఈ కోడ్ {{minutes}} నిమిషాల వరకు చెల్లుతుంది. మీరు దీన్ని కోరకపోతే, ఈ మెయిల్‌ను పట్టించుకోకండి.',
      ],
    },
    addressChanged: {
      subject: '{{product}} కోసం మీ రికవరీ ఈమెయిల్ మారింది',
      paragraphs: [
        'ఈ చిరునామా ఇకపై మీ ఖాతా రికవరీ ఈమెయిల్ కాదు.',
        'ఇది మీరు చేయకపోతే, మీ పాస్‌వర్డ్‌ను మార్చి, సహాయ బృందాన్ని సంప్రదించండి: {{phone}}, {{email}}',
      ],
    },
  },
  ml: {
    greeting: 'നമസ്കാരം {{username}},',
    resetPassword: {
      subject: '{{product}} എന്നതിനായി പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക',
      paragraphs: [
        'നിങ്ങളുടെ അക്കൗണ്ടിന്റെ പാസ്‌വേഡ് മാറ്റാൻ ആരോ ആവശ്യപ്പെട്ടു. ഈ ലിങ്ക് {{minutes}} മിനിറ്റ് വരെ സാധുവാണ്, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും.',
        'ഇത് നിങ്ങളല്ലെങ്കിൽ ഈ മെയിൽ അവഗണിക്കുക: നിങ്ങളുടെ പാസ്‌വേഡ് മാറില്ല.',
      ],
      link: 'പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക',
    },
    confirmAddress: {
      subject: '{{product}} എന്നതിനുള്ള നിങ്ങളുടെ കോഡ്: {{code}}',
      paragraphs: [
        'നിങ്ങളുടെ റിക്കവറി ഇമെയിൽ സ്ഥിരീകരിക്കാൻ ഈ കോഡ് പ്രൊഫൈലിൽ നൽകുക: {{code}}',
        'ഈ കോഡ് {{minutes}} മിനിറ്റ് വരെ സാധുവാണ്. നിങ്ങൾ ആവശ്യപ്പെട്ടതല്ലെങ്കിൽ ഈ മെയിൽ അവഗണിക്കുക.',
      ],
    },
    addressChanged: {
      subject: '{{product}} എന്നതിനുള്ള നിങ്ങളുടെ റിക്കവറി ഇമെയിൽ മാറ്റി',
      paragraphs: [
        'ഈ വിലാസം ഇനി നിങ്ങളുടെ അക്കൗണ്ടിന്റെ റിക്കവറി ഇമെയിൽ അല്ല.',
        'ഇത് നിങ്ങൾ ചെയ്തതല്ലെങ്കിൽ പാസ്‌വേഡ് മാറ്റി സപ്പോർട്ടുമായി ബന്ധപ്പെടുക: {{phone}}, {{email}}',
      ],
    },
  },
  ta: {
    greeting: 'வணக்கம் {{username}},',
    resetPassword: {
      subject: '{{product}}: புதிய கடவுச்சொல்லைத் தேர்வு செய்யவும்',
      paragraphs: [
        'உங்கள் கணக்கின் கடவுச்சொல்லை மாற்ற ஒருவர் கோரியுள்ளார். இந்த இணைப்பு {{minutes}} நிமிடங்கள் வரை செல்லும், ஒருமுறை மட்டுமே வேலை செய்யும்.',
        'இது நீங்கள் இல்லை எனில், இந்த மின்னஞ்சலைப் புறக்கணிக்கவும்: உங்கள் கடவுச்சொல் மாறாது.',
      ],
      link: 'புதிய கடவுச்சொல்லைத் தேர்வு செய்',
    },
    confirmAddress: {
      subject: '{{product}}: உங்கள் குறியீடு {{code}}',
      paragraphs: [
        'உங்கள் மீட்பு மின்னஞ்சலை உறுதிப்படுத்த, இந்தக் குறியீட்டைச் சுயவிவரத்தில் உள்ளிடவும்: {{code}}',
        'இந்தக் குறியீடு {{minutes}} நிமிடங்கள் வரை செல்லும். நீங்கள் கோரவில்லை எனில், இந்த மின்னஞ்சலைப் புறக்கணிக்கவும்.',
      ],
    },
    addressChanged: {
      subject: '{{product}}: உங்கள் மீட்பு மின்னஞ்சல் மாற்றப்பட்டது',
      paragraphs: [
        'இந்த முகவரி இனி உங்கள் கணக்கின் மீட்பு மின்னஞ்சல் அல்ல.',
        'இதை நீங்கள் செய்யவில்லை எனில், கடவுச்சொல்லை மாற்றி, உதவிக் குழுவைத் தொடர்புகொள்ளவும்: {{phone}}, {{email}}',
      ],
    },
  },
  kn: {
    greeting: 'ನಮಸ್ಕಾರ {{username}},',
    resetPassword: {
      subject: '{{product}} ಗಾಗಿ ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಆಯ್ಕೆಮಾಡಿ',
      paragraphs: [
        'ನಿಮ್ಮ ಖಾತೆಯ ಪಾಸ್‌ವರ್ಡ್ ಬದಲಿಸಲು ಯಾರೋ ಕೋರಿದ್ದಾರೆ. ಈ ಲಿಂಕ್ {{minutes}} ನಿಮಿಷಗಳವರೆಗೆ ಮಾನ್ಯವಾಗಿದ್ದು, ಒಮ್ಮೆ ಮಾತ್ರ ಕೆಲಸ ಮಾಡುತ್ತದೆ.',
        'ಇದು ನೀವಲ್ಲದಿದ್ದರೆ ಈ ಮೇಲ್ ಅನ್ನು ಕಡೆಗಣಿಸಿ: ನಿಮ್ಮ ಪಾಸ್‌ವರ್ಡ್ ಹಾಗೆಯೇ ಇರುತ್ತದೆ.',
      ],
      link: 'ಹೊಸ ಪಾಸ್‌ವರ್ಡ್ ಆಯ್ಕೆಮಾಡಿ',
    },
    confirmAddress: {
      subject: '{{product}} ಗಾಗಿ ನಿಮ್ಮ ಕೋಡ್: {{code}}',
      paragraphs: [
        'ನಿಮ್ಮ ಮರುಪಡೆಯುವಿಕೆ ಇಮೇಲ್ ದೃಢೀಕರಿಸಲು ಈ ಕೋಡ್ ಅನ್ನು ನಿಮ್ಮ ಪ್ರೊಫೈಲ್‌ನಲ್ಲಿ ನಮೂದಿಸಿ: {{code}}',
        'ಈ ಕೋಡ್ {{minutes}} ನಿಮಿಷಗಳವರೆಗೆ ಮಾನ್ಯ. ನೀವು ಕೋರದಿದ್ದರೆ ಈ ಮೇಲ್ ಅನ್ನು ಕಡೆಗಣಿಸಿ.',
      ],
    },
    addressChanged: {
      subject: '{{product}} ಗಾಗಿ ನಿಮ್ಮ ಮರುಪಡೆಯುವಿಕೆ ಇಮೇಲ್ ಬದಲಾಗಿದೆ',
      paragraphs: [
        'ಈ ವಿಳಾಸ ಇನ್ನು ನಿಮ್ಮ ಖಾತೆಯ ಮರುಪಡೆಯುವಿಕೆ ಇಮೇಲ್ ಅಲ್ಲ.',
        'ಇದನ್ನು ನೀವು ಮಾಡದಿದ್ದರೆ, ಪಾಸ್‌ವರ್ಡ್ ಬದಲಿಸಿ ಸಹಾಯ ತಂಡವನ್ನು ಸಂಪರ್ಕಿಸಿ: {{phone}}, {{email}}',
      ],
    },
  },
};

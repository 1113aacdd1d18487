import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

const recipients = (count: number): string =>
  ({
    zero: 'لا أحد',
    one: 'مستلم واحد',
    two: 'مستلمَين',
    few: `${count} مستلمين`,
    many: `${count} مستلمًا`,
    other: `${count} مستلم`,
  })[new Intl.PluralRules('ar').select(count)]
/** Arabic: the sentences that most payments never need. */
export const arMore: MoreText = {
  payout: {
    payment: 'صرف',
    paid: 'تم الصرف',
    toRecipients: (count) => `صرف إلى ${recipients(count)}`,
    connectTitle: 'اختر المحفظة التي تدفع منها',
    connectPromise: 'تذهب الأموال مباشرةً من محفظتك إلى من تراهم هنا. لا أحد يحتفظ بها في الطريق.',
    contactSupport: 'تواصل مع مرسل هذا الرابط',
    unavailable: {
      expired: {
        title: 'انتهت صلاحية هذا الصرف',
        action: 'لم يُخصم أي شيء. اطلب رابطًا جديدًا ممن أنشأه.',
      },
      not_payable: {
        title: 'لم يعد هذا الصرف ممكنًا',
        action: 'لم يُخصم أي شيء. اطلب رابطًا جديدًا ممن أنشأه.',
      },
      unauthorized: {
        title: 'لا يحق لهذه الصفحة إجراء هذا الصرف',
        action: 'لم يُخصم أي شيء. يجب أن يسمح منشئ الرابط لهذا الموقع.',
      },
    },
    blockedText: 'لا يقبل هذا الصرف هذا الحساب. لم يُخصم أي شيء.',
    reviewTitle: 'راجع واصرف',
    receives: () => 'يستلم المستلم',
    payButton: (amount) => `اصرف ${amount}`,
    signing: (wallet) => `أكّد الصرف في ${wallet}`,
    preparing: 'جارٍ التحقق من الصرف مرة أخيرة',
    broadcasting: 'جارٍ إرسال الصرف',
    confirming: 'أُرسل الصرف، بانتظار الشبكة',
    settling: () => 'تم التأكيد، جارٍ التسجيل',
    canClose: 'يمكنك إغلاق هذه الصفحة. يستمر الصرف من دونها.',
    keepOpen: 'أبقِ هذه الصفحة مفتوحة حتى يُرسل الصرف.',
    progressTitle: 'سير الصرف',
    steps: {
      pay: ({ amount }) => `صرف ${amount}`,
      settle: () => 'تم التسجيل',
    },
    succeededTitle: 'اكتمل الصرف',
    succeededText: () => 'وصلت الأموال إلى كل المذكورين هنا.',
    receiptTitle: 'إيصال الصرف',
    paidTo: 'صُرف إلى',
    failedTitle: 'لم يكتمل الصرف',
    errors: {
      calldata_mismatch: {
        title: 'أُوقف هذا الصرف حفاظًا على سلامتك',
        action: 'لم تكن المعاملة لتدفع المعروض هنا، لذلك لم تُسأل محفظتك. أبلغ منشئ الرابط.',
      },
      destination_mismatch: {
        title: 'أُوقف هذا الصرف حفاظًا على سلامتك',
        action: 'كان سيذهب إلى مستلم غير الذي حددته هذه الصفحة. أبلغ منشئ الرابط.',
      },
      unsupported_network: {
        title: 'هذه الشبكة غير مدعومة هنا',
        action: 'اطلب من منشئ الرابط صرفًا على شبكة أخرى.',
      },
      invalid_response: {
        title: 'قدّمت خدمة الدفع ردًا لا نفهمه',
        action: 'حاول مجددًا. إذا تكرر ذلك، فأبلغ منشئ الرابط.',
      },
    },
    notes: {
      paid_twice: () => 'أُرسل الصرف مرة ثانية. اطلب من المستلمين إعادته.',
    },
  },
  bridge: {
    needed: (amount) => `ستدفع ${amount}`,
    bridgeFee: 'رسوم الجسر',
    feeOf: (amount) => `الرسوم ${amount}`,
    noFee: 'بلا رسوم جسر',
    overBridge: 'عبر جسر',
    minutes: (count) => `نحو ${count}\u00a0د`,
    seconds: (count) => `نحو ${count}\u00a0ث`,
    silent: (chains) => `لم تستجب ${chains}، فقد تنقص طرق دفع من هناك. حدّث للبحث مجددًا.`,
    from: 'من',
    to: 'إلى',
    leaves: 'يخرج من محفظتك',
    arrival: 'يصل خلال',
    unknownTime: 'غير معروف',
    priceFor: (seconds) => `هذا السعر صالح ${seconds}\u00a0ث أخرى.`,
    priceEnded: 'انتهى هذا السعر. عند الدفع تحصل على سعر جديد؛ وإذا اختلف، نسألك أولًا.',
    verifiedTitle: 'تم التحقق على هذا الجهاز.',
    verifiedText: (amount, network) =>
      `لا يمكن أن يخرج من محفظتك أكثر من ${amount}، إلى عقد الجسر المعروف، والدفع على ${network} مشمول فيما توقّعه.`,
    notCarried: (network) =>
      `تعذر التحقق هنا مما يحدث على ${network}: فهو ليس فيما توقّعه. لا يضمنه سوى كلام الجسر.`,
    limited: (amount) => `لا يمكن أن يخرج من محفظتك أكثر من ${amount}، إلى عقد الجسر المعروف.`,
    pay: (amount, network) => `ادفع ${amount} على ${network}`,
    approveHint: 'يتيح هذا لعقد الجسر سحب هذا المبلغ بالضبط، لا أكثر.',
    sentOn: (amount, network) => `أُرسل ${amount} على ${network}`,
    sent: (network) => `أُرسلت الدفعة، بانتظار ${network}`,
    bridging: (network) => `أموالك في طريقها إلى ${network}`,
    elsewhere: (source, destination) => `دفعة من ${source} في طريقها إلى ${destination}`,
    elsewhereText:
      'أُرسلت من جهاز أو علامة تبويب أو محفظة أخرى. تتابعها هذه الصفحة؛ لا شيء يُدفع هنا الآن.',
    arrived: (network) => `وصلت إلى ${network}، جارٍ تأكيدها`,
    confirmedOn: (network) => `تأكدت على ${network}`,
    delivered: (network) => `سُلّمت على ${network}`,
    canClose: 'يمكنك إغلاق هذه الصفحة والعودة في أي وقت. تستمر الدفعة من دونها.',
    unansweredTitle: 'لم يستجب الجسر منذ يوم',
    unansweredText: (network) =>
      `غادرت أموالك محفظتك ولم تُرَ على ${network}. تُحتسب فور وصولها. لا تدفع مرة أخرى: أرِ المعاملة للتاجر أو للجسر.`,
    errors: {
      bridge_refunded: {
        title: 'أعاد الجسر أموالك',
        action: 'هي في محفظتك، على الشبكة التي دفعت منها، بعد خصم رسوم الشبكة. يمكنك الدفع مجددًا.',
      },
      bridge_failed: {
        title: 'تعذر على الجسر تسليم دفعتك',
        action: 'ما زالت الأموال لدى الجسر. لا تدفع مرة أخرى قبل أن يفحص التاجر أو الجسر المعاملة.',
      },
      bridge_not_counted: {
        title: 'وصل شيء غير المطلوب',
        action: 'لا يُحتسب ضمن هذه الدفعة. أرِ المعاملة للتاجر ليبحث عنها.',
      },
    },
    bridgePage: 'عرض على الجسر',
  },
  tron: {
    noWalletTitle: 'لا توجد محفظة Tron في هذا المتصفح',
    noWalletText:
      'تتم هذه الدفعة على Tron. ثبّت محفظة لـ Tron، مثل TronLink، أو افتح هذه الدفعة في متصفح تطبيقها على هاتفك.',
    getWallet: 'احصل على TronLink',
    otherWallets: 'محافظ أخرى لـ Tron',
    fee: (amount) => `نحو ${amount}`,
    feeCovered: 'تغطيها طاقتك وعرض نطاقك',
    feeUnknown: 'بعملة TRX، تأخذها الشبكة',
    energy: (needed, available) => `يلزم ${needed} من الطاقة، ولديك ${available}`,
    bandwidth: (needed, available) => `يلزم ${needed} من عرض النطاق، ولديك ${available}`,
    balance: (amount) => `لديك ${amount}`,
    missingTitle: 'لا يكفي TRX لرسوم الشبكة.',
    missing: (required, balance, lacking) =>
      `تطلب Tron نحو ${required} لهذه الدفعة، ولدى هذا الحساب ${balance}. أرسل إليه ${lacking} على الأقل، ثم تحقق مجددًا.`,
    checkAgain: 'تحقق مجددًا',
    resources: 'الطاقة وعرض النطاق',
    allowing: (symbol, wallet) => `اسمح بعملة ${symbol} في ${wallet}`,
    allowingMined: (symbol) => `جارٍ السماح بعملة ${symbol}`,
    allow: (symbol) => `السماح بعملة ${symbol}`,
    allowHint: (symbol) =>
      `يتيح هذا لعقد الدفع المعروف سحب ${symbol} للدفعات التي توقّعها، بلا حد، كي تدفع رسوم Tron على الإذن مرة واحدة فقط.`,
    sending: 'تم التوقيع، بانتظار أن تقبله Tron',
    keepOpen: 'أبقِ هذه الصفحة مفتوحة: فهي ترسل الدفعة حتى تصل إلى Tron. إذا أغلقتها، فعُد إلى هنا.',
    failing: 'بانتظار الكلمة الأخيرة للشبكة',
    canReturn: 'يمكنك إغلاق هذه الصفحة والعودة لترى كيف انتهى الأمر.',
    spent: 'رسوم الشبكة المنفقة',
    reverted: 'رفض العقد الدفعة. تحقق من رصيدك وحاول مجددًا.',
    outOfEnergy: 'استهلكت الدفعة الطاقة المسموح لها بها. حاول مجددًا، أو وفّر طاقة لحسابك أولًا.',
    droppedSignature: 'وقّعت محفظتك بحساب غير الذي اخترته. اختر الحساب من جديد، ثم ادفع.',
    errors: {
      tron_dropped: {
        title: 'لم تقبل Tron الدفعة في الوقت المناسب',
        action: 'لم يعد تنفيذها ممكنًا، لذا يمكنك الدفع مجددًا بأمان.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'وقّعت محفظتك شيئًا غير هذه الدفعة، لذلك لم تُرسل. لم يُخصم أي شيء. استخدم محفظة أخرى.',
      tron_too_late: () =>
        'لم تعد الشبكة تقبل ما وقّعته، لأنه استغرق بضع دقائق. لم يُخصم أي شيء. ادفع مجددًا.',
      tron_earlier: (params) =>
        `قد تُنفَّذ محاولة سابقة ${until(params)}. كي لا تدفع مرتين، ادفع مجددًا بعد ذلك. لم يُخصم أي شيء الآن.`,
      tron_approval_dropped: () =>
        'لم تقبل Tron الإذن في الوقت المناسب. لم يُخصم أي شيء. حاول مجددًا.',
      tron_not_taken: (params) =>
        `لم تقبل Tron الدفعة بعد. نواصل إرسالها ${until(params)}. إذا لم تُقبل حتى ذلك الحين، فلن يُخصم أي شيء.`,
      tron_busy: (params) =>
        `عُقد Tron مشغولة. نواصل إرسال الدفعة ${until(params)}. إذا لم تُقبل حتى ذلك الحين، فلن يُخصم أي شيء.`,
      tron_no_resources: (params) =>
        `لا تقبل Tron الدفعة لأن TRX أو عرض النطاق في هذا الحساب قليل جدًا. إذا أرسلت إليه TRX، تستمر الدفعة. نواصل المحاولة ${until(params)}؛ وإلا فلن يُخصم أي شيء.`,
      tron_failing: () =>
        'تعذر على Tron تنفيذ الدفعة. ننتظر حتى يصبح ذلك نهائيًا، نحو دقيقة. لا تدفع مرة أخرى قبل ذلك.',
    },
  },
  wallets: {
    phoneTitle: 'ادفع بهاتفك',
    phoneText: 'امسح الرمز بهاتفك وادفع هناك. تتابع هذه الصفحة من تلقاء نفسها.',
    phoneOnlyText:
      'لا توجد محفظة في هذا المتصفح. امسح الرمز بهاتفك وادفع هناك: تتابع هذه الصفحة من تلقاء نفسها.',
    scan: 'مسح',
    walletConnect: 'WalletConnect',
    ways: 'طرق الوصول إلى محفظتك',
    qrOfPage: 'رمز QR لصفحة هذه الدفعة، لفتحها على هاتفك',
    qrOfWallet: 'رمز QR يربط محفظة عبر WalletConnect',
    waitingForPhone: 'بانتظار الدفع',
    waitingForWallet: 'بانتظار محفظتك',
    connectText: 'امسح الرمز بمحفظة تدعم WalletConnect. تؤكد الدفع هناك.',
    connectHereText: 'افتح تطبيق محفظة يدعم WalletConnect. تؤكد الدفع هناك.',
    openWallet: 'افتح تطبيق المحفظة',
    opening: 'جارٍ إعداد الرمز',
    copyPage: 'نسخ رابط الدفع',
    copyCode: 'نسخ رابط الاتصال',
    expiredTitle: 'انتهت صلاحية الرمز',
    expiredText: 'تعمل الرموز خمس دقائق. لم يُخصم أي شيء.',
    declinedTitle: 'رفضت محفظتك',
    declinedText: 'لم يُخصم أي شيء. يمكنك الاتصال مجددًا، أو اختيار محفظة أخرى.',
    unreachableTitle: 'يتعذر الوصول إلى WalletConnect',
    unreachableText: 'لم يُخصم أي شيء. حاول مجددًا بعد لحظات، أو ادفع بطريقة أخرى.',
    tryAgain: 'حاول مجددًا',
    mobileTitle: 'اختر تطبيق محفظتك',
    mobileText: 'تُفتح الدفعة في متصفح التطبيق نفسه.',
    notOpened: (wallet) => `ألم يُفتح ${wallet}؟`,
    notOpenedText: 'ثبّت التطبيق، أو انسخ رابط الدفع إلى متصفح تطبيق محفظتك.',
    install: (wallet) => `تثبيت ${wallet}`,
  },
  permit: {
    prompts: 'تطلب محفظتك توقيعًا ثم الدفع: الأول لا يكلّف أي رسوم شبكة.',
  },
}

const until = ({ time }: MessageParams): string => (time ? `حتى ${time}` : 'لبضع دقائق')

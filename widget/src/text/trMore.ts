import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** Turkish: the sentences that most payments never need. */
export const trMore: MoreText = {
  payout: {
    payment: 'Para gönderimi',
    paid: 'Gönderildi',
    toRecipients: (count) => `${count} alıcıya gönderim`,
    connectTitle: 'Ödeyeceğiniz cüzdanı seçin',
    connectPromise:
      'Para doğrudan cüzdanınızdan burada gördüğünüz kişilere gider. Arada kimse tutmaz.',
    contactSupport: 'Bu bağlantıyı gönderenle iletişime geç',
    unavailable: {
      expired: {
        title: 'Bu gönderimin süresi doldu',
        action: 'Hiçbir tutar çekilmedi. Bağlantıyı oluşturandan yenisini isteyin.',
      },
      not_payable: {
        title: 'Bu gönderim artık yapılamaz',
        action: 'Hiçbir tutar çekilmedi. Bağlantıyı oluşturandan yenisini isteyin.',
      },
      unauthorized: {
        title: 'Bu sayfa bu gönderimi yapamaz',
        action: 'Hiçbir tutar çekilmedi. Bağlantıyı oluşturanın bu siteye izin vermesi gerekir.',
      },
    },
    blockedText: 'Bu gönderim bu hesabı kabul etmiyor. Hiçbir tutar çekilmedi.',
    reviewTitle: 'Kontrol edip gönderin',
    receives: () => 'Alıcının alacağı',
    payButton: (amount) => `${amount} gönder`,
    signing: (wallet) => `Gönderimi ${wallet} içinde onaylayın`,
    preparing: 'Gönderim bir kez daha kontrol ediliyor',
    broadcasting: 'Gönderiminiz iletiliyor',
    confirming: 'Gönderim iletildi, ağ bekleniyor',
    settling: () => 'Onaylandı, kaydediliyor',
    canClose: 'Bu sayfayı kapatabilirsiniz. Gönderiminiz onsuz da devam eder.',
    keepOpen: 'Gönderim iletilene kadar bu sayfayı açık tutun.',
    progressTitle: 'Gönderimin durumu',
    steps: {
      pay: ({ amount }) => `${amount} gönder`,
      settle: () => 'Kaydedildi',
    },
    succeededTitle: 'Gönderim tamamlandı',
    succeededText: () => 'Para burada adı geçen herkese ulaştı.',
    receiptTitle: 'Gönderim makbuzu',
    paidTo: 'Gönderilen',
    failedTitle: 'Gönderim tamamlanmadı',
    errors: {
      calldata_mismatch: {
        title: 'Bu gönderim güvenliğiniz için durduruldu',
        action:
          'İşlem burada gösterileni ödemeyecekti, bu yüzden cüzdanınıza sorulmadı. Bağlantıyı oluşturana bildirin.',
      },
      destination_mismatch: {
        title: 'Bu gönderim güvenliğiniz için durduruldu',
        action:
          'Bu sayfanın belirttiğinden farklı bir alıcıya gidecekti. Bağlantıyı oluşturana bildirin.',
      },
      unsupported_network: {
        title: 'Bu ağ burada desteklenmiyor',
        action: 'Bağlantıyı oluşturandan başka bir ağda gönderim isteyin.',
      },
      invalid_response: {
        title: 'Ödeme hizmeti anlayamadığımız bir yanıt verdi',
        action: 'Tekrar deneyin. Yine olursa bağlantıyı oluşturana bildirin.',
      },
    },
    notes: {
      paid_twice: () =>
        'Gönderim ikinci kez yapıldı. Alıcılardan bunu geri göndermelerini isteyin.',
    },
  },
  bridge: {
    needed: (amount) => `${amount} ödersiniz`,
    bridgeFee: 'Köprü ücreti',
    feeOf: (amount) => `ücret ${amount}`,
    noFee: 'köprü ücreti yok',
    overBridge: 'Köprü üzerinden',
    minutes: (count) => `yaklaşık ${count}\u00a0dk`,
    seconds: (count) => `yaklaşık ${count}\u00a0sn`,
    silent: (chains) =>
      `${chains} yanıt vermedi, oradan ödeme yolları eksik olabilir. Tekrar aramak için yenileyin.`,
    from: 'Kaynak',
    to: 'Hedef',
    leaves: 'Cüzdanınızdan çıkar',
    arrival: 'Varış süresi',
    unknownTime: 'bilinmiyor',
    priceFor: (seconds) => `Bu fiyat ${seconds}\u00a0sn daha geçerli.`,
    priceEnded: 'Bu fiyatın süresi doldu. Ödediğinizde yenisini alırsınız; farklıysa önce sorarız.',
    verifiedTitle: 'Bu cihazda doğrulandı.',
    verifiedText: (amount, network) =>
      `Cüzdanınızdan, bilinen köprü sözleşmesine, en fazla ${amount} çıkabilir; ${network} ağındaki ödeme imzaladığınızın içindedir.`,
    notCarried: (network) =>
      `${network} ağında ne olacağı burada kontrol edilemedi: imzaladığınızın içinde değil. Bunun için yalnızca köprünün sözü var.`,
    limited: (amount) => `Cüzdanınızdan, bilinen köprü sözleşmesine, en fazla ${amount} çıkabilir.`,
    pay: (amount, network) => `${network} ağında ${amount} öde`,
    approveHint:
      'Bu, köprü sözleşmesinin tam olarak bu tutarı çekmesine izin verir; daha fazlasına değil.',
    sentOn: (amount, network) => `${network} ağında ${amount} gönderildi`,
    sent: (network) => `Ödeme gönderildi, ${network} bekleniyor`,
    bridging: (network) => `Paranız ${network} ağına doğru yolda`,
    elsewhere: (source, destination) =>
      `${source} ağından bir ödeme ${destination} ağına doğru yolda`,
    elsewhereText:
      'Başka bir cihazdan, sekmeden veya cüzdandan gönderildi. Bu sayfa onu izliyor; şu anda burada ödenecek bir şey yok.',
    arrived: (network) => `${network} ağına ulaştı, onaylanıyor`,
    confirmedOn: (network) => `${network} ağında onaylandı`,
    delivered: (network) => `${network} ağına teslim edildi`,
    canClose:
      'Bu sayfayı kapatıp istediğiniz zaman geri dönebilirsiniz. Ödeme onsuz da devam eder.',
    unansweredTitle: 'Köprü bir gündür yanıt vermedi',
    unansweredText: (network) =>
      `Paranız cüzdanınızdan çıktı ve ${network} ağında görülmedi. Ulaşır ulaşmaz sayılır. Tekrar ödemeyin: işlemi satıcıya veya köprüye gösterin.`,
    errors: {
      bridge_refunded: {
        title: 'Köprü paranızı geri gönderdi',
        action:
          'Para, ödediğiniz ağda cüzdanınızdadır; ağ ücreti düşülmüştür. Tekrar ödeyebilirsiniz.',
      },
      bridge_failed: {
        title: 'Köprü ödemenizi teslim edemedi',
        action: 'Para hâlâ köprüde. Satıcı veya köprü işlemi incelemeden tekrar ödemeyin.',
      },
      bridge_not_counted: {
        title: 'İstenenden farklı bir şey ulaştı',
        action: 'Bu ödeme olarak sayılmaz. İşlemi satıcıya gösterin; o inceleyebilir.',
      },
    },
    bridgePage: 'Köprüde görüntüle',
  },
  tron: {
    noWalletTitle: 'Bu tarayıcıda Tron cüzdanı yok',
    noWalletText:
      'Bu ödeme Tron üzerinde yapılır. TronLink gibi bir Tron cüzdanı yükleyin veya bu ödemeyi telefonunuzda onun uygulamasının tarayıcısında açın.',
    getWallet: 'TronLink’i edinin',
    otherWallets: 'Tron için diğer cüzdanlar',
    fee: (amount) => `yaklaşık ${amount}`,
    feeCovered: 'enerjiniz ve bant genişliğiniz karşılar',
    feeUnknown: 'TRX olarak, ağ tarafından alınır',
    energy: (needed, available) => `${needed} enerji gerekli, sizde ${available} var`,
    bandwidth: (needed, available) => `${needed} bant genişliği gerekli, sizde ${available} var`,
    balance: (amount) => `Bakiyeniz ${amount}`,
    missingTitle: 'Ağ ücreti için yeterli TRX yok.',
    missing: (required, balance, lacking) =>
      `Tron bu ödeme için yaklaşık ${required} istiyor; bu hesapta ${balance} var. Hesaba en az ${lacking} gönderin, sonra tekrar kontrol edin.`,
    checkAgain: 'Tekrar kontrol et',
    resources: 'Enerji ve bant genişliği',
    allowing: (symbol, wallet) => `${wallet} içinde ${symbol} için izin verin`,
    allowingMined: (symbol) => `${symbol} için izin veriliyor`,
    allow: (symbol) => `${symbol} için izin ver`,
    allowHint: (symbol) =>
      `Bu, bilinen ödeme sözleşmesinin imzaladığınız ödemeler için sınırsız ${symbol} çekmesine izin verir; böylece Tron’un izin ücretini yalnızca bir kez ödersiniz.`,
    sending: 'İmzalandı, Tron’un alması bekleniyor',
    keepOpen:
      'Bu sayfayı açık tutun: ödemeyi Tron alana kadar gönderir. Kapatırsanız buraya geri dönün.',
    failing: 'Ağın son sözü bekleniyor',
    canReturn: 'Bu sayfayı kapatıp nasıl bittiğini görmek için geri dönebilirsiniz.',
    spent: 'Harcanan ağ ücreti',
    reverted: 'Sözleşme ödemeyi reddetti. Bakiyenizi kontrol edip tekrar deneyin.',
    outOfEnergy:
      'Ödeme, izin verilen enerjiyi tüketti. Tekrar deneyin veya önce hesabınıza enerji sağlayın.',
    droppedSignature:
      'Cüzdanınız seçtiğinizden farklı bir hesapla imzaladı. Hesabı yeniden seçip ödeyin.',
    errors: {
      tron_dropped: {
        title: 'Tron ödemeyi zamanında almadı',
        action: 'Artık gerçekleştirilemez; güvenle tekrar ödeyebilirsiniz.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Cüzdanınız bu ödemeden başka bir şey imzaladı, bu yüzden gönderilmedi. Hiçbir tutar çekilmedi. Başka bir cüzdan kullanın.',
      tron_too_late: () =>
        'Birkaç dakika sürdüğü için ağ artık imzaladığınızı almıyor. Hiçbir tutar çekilmedi. Tekrar ödeyin.',
      tron_earlier: (params) =>
        `Önceki bir deneme ${until(params)} hâlâ gerçekleştirilebilir. İki kez ödememek için bundan sonra tekrar ödeyin. Şimdi hiçbir tutar çekilmedi.`,
      tron_approval_dropped: () =>
        'Tron izni zamanında almadı. Hiçbir tutar çekilmedi. Tekrar deneyin.',
      tron_not_taken: (params) =>
        `Tron ödemeyi henüz almadı. ${until(params)} göndermeye devam ederiz. O zamana kadar alınmazsa hiçbir tutar çekilmez.`,
      tron_busy: (params) =>
        `Tron’un düğümleri meşgul. Ödemeyi ${until(params)} göndermeye devam ederiz. O zamana kadar alınmazsa hiçbir tutar çekilmez.`,
      tron_no_resources: (params) =>
        `Bu hesapta çok az TRX veya bant genişliği olduğu için Tron ödemeyi almıyor. Hesaba TRX gönderirseniz ödeme devam eder. ${until(params)} denemeye devam ederiz; aksi hâlde hiçbir tutar çekilmez.`,
      tron_failing: () =>
        'Tron ödemeyi gerçekleştiremedi. Bu kesinleşene kadar bekliyoruz, yaklaşık bir dakika sürer. Daha önce tekrar ödemeyin.',
    },
  },
  wallets: {
    phoneTitle: 'Telefonunuzla ödeyin',
    phoneText: 'Kodu telefonunuzla tarayın ve orada ödeyin. Bu sayfa kendiliğinden devam eder.',
    phoneOnlyText:
      'Bu tarayıcıda cüzdan yok. Kodu telefonunuzla tarayın ve orada ödeyin: bu sayfa kendiliğinden devam eder.',
    scan: 'Tara',
    walletConnect: 'WalletConnect',
    ways: 'Cüzdanınıza ulaşma yolları',
    qrOfPage: 'Telefonunuzda açmak için bu ödemenin sayfasının QR kodu',
    qrOfWallet: 'Bir cüzdanı WalletConnect ile bağlayan QR kodu',
    waitingForPhone: 'Ödeme bekleniyor',
    waitingForWallet: 'Cüzdanınız bekleniyor',
    connectText: 'Kodu WalletConnect destekleyen bir cüzdanla tarayın. Ödemeyi orada onaylarsınız.',
    connectHereText:
      'WalletConnect destekleyen bir cüzdan uygulaması açın. Ödemeyi orada onaylarsınız.',
    openWallet: 'Cüzdan uygulamasını aç',
    opening: 'Kod hazırlanıyor',
    copyPage: 'Ödeme bağlantısını kopyala',
    copyCode: 'Bağlanma bağlantısını kopyala',
    expiredTitle: 'Kodun süresi doldu',
    expiredText: 'Kodlar beş dakika geçerlidir. Hiçbir tutar çekilmedi.',
    declinedTitle: 'Cüzdanınız reddetti',
    declinedText:
      'Hiçbir tutar çekilmedi. Yeniden bağlanabilir veya başka bir cüzdan seçebilirsiniz.',
    unreachableTitle: 'WalletConnect’e ulaşılamıyor',
    unreachableText: 'Hiçbir tutar çekilmedi. Birazdan tekrar deneyin veya başka bir yolla ödeyin.',
    tryAgain: 'Tekrar dene',
    mobileTitle: 'Cüzdan uygulamanızı seçin',
    mobileText: 'Ödeme, uygulamanın kendi tarayıcısında açılır.',
    notOpened: (wallet) => `${wallet} açılmadı mı?`,
    notOpenedText:
      'Uygulamayı yükleyin veya ödeme bağlantısını cüzdan uygulamanızın tarayıcısına kopyalayın.',
    install: (wallet) => `${wallet} yükle`,
  },
  permit: {
    prompts: 'Cüzdanınız önce bir imza, ardından ödemeyi ister: imza için ağ ücreti alınmaz.',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `${time} saatine kadar` : 'birkaç dakika daha'

import type { MessageParams } from './enFlow.ts'
import type { Locale } from './text.ts'

/** Turkish. */
export const tr: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Ödeme',
    loading: 'Ödeme yükleniyor',
    theMerchant: 'satıcı',
    yourWallet: 'Cüzdanınız',
    testNetwork: 'Test ağı',
    toPay: 'Ödenecek',
    youPay: 'Ödeyeceğiniz',
    paid: 'Ödendi',
    onNetwork: (network) => `${network} ağında`,
    inCurrency: (symbols, network) => `${network} ağında ${symbols} ile ödenir`,
    toRecipients: (count) => `${count} alıcı`,
    reference: 'Referans',
    expires: (when) => `Son ödeme: ${when}`,
    plusFee: 'artı ücret',
    connectTitle: 'Cüzdan seçin',
    lastUsed: 'Son kullanılan',
    connectPromise: 'Doğrudan cüzdanınızdan ödersiniz. Paranızı arada kimse tutmaz.',
    whatIsWallet: 'Cüzdan nedir?',
    whatIsWalletText:
      'Paranızı saklayan ve bir şey çıkmadan önce size soran bir uygulama veya tarayıcı uzantısıdır.',
    noWalletTitle: 'Bu tarayıcıda cüzdan yok',
    noWalletText:
      'Bir cüzdan uzantısı yükleyin veya bu ödemeyi telefonunuzdaki bir cüzdan uygulamasının tarayıcısında açın.',
    otherWallets: 'Diğer cüzdanlar',
    phoneWallet: 'Telefondaki cüzdan',
    findWallet: 'Cüzdan bulun',
    openPayPage: 'Ödeme sayfasını aç',
    copyLink: 'Ödeme bağlantısını kopyala',
    copy: (what) => `Kopyala: ${what}`,
    copied: 'Kopyalandı',
    close: 'Kapat',
    remaining: 'Kalan',
    tryAgain: 'Tekrar dene',
    updated:
      'Bu sayfa açıkken güncellendi veya bir bölümü yüklenmedi. Sayfayı yeniden yükleyin: ödemeniz kaldığı yerden devam eder.',
    reload: 'Sayfayı yeniden yükle',
    supportCode: 'Destek kodu',
    contactSupport: 'Satıcıyla iletişime geç',
    retryIn: (seconds) => `${seconds} sn sonra tekrar dene`,
    opensNewTab: 'yeni sekmede açılır',
    unavailable: {
      expired: {
        title: 'Bu ödemenin süresi doldu',
        action: 'Hiçbir tutar çekilmedi. Satıcıdan yeni bir ödeme bağlantısı isteyin.',
      },
      not_found: {
        title: 'Ödeme bulunamadı',
        action: 'Bağlantıyı kontrol edin veya satıcıya sorun. Ödediyseniz tekrar ödemeyin.',
      },
      cancelled: {
        title: 'Bu ödeme iptal edildi',
        action: 'Hiçbir tutar çekilmedi. Satıcıdan yeni bir ödeme bağlantısı isteyin.',
      },
      not_payable: {
        title: 'Bu ödeme artık yapılamaz',
        action: 'Hiçbir tutar çekilmedi. Satıcıdan yeni bir ödeme bağlantısı isteyin.',
      },
      rate_limited: {
        title: 'Çok fazla istek',
        action: 'Lütfen biraz bekleyin. Hiçbir tutar çekilmedi.',
      },
      offline: { title: 'Çevrimdışısınız', action: 'Bağlantınız gelince devam ederiz.' },
      unauthorized: {
        title: 'Bu sayfa bu ödemeyi alamaz',
        action: 'Hiçbir tutar çekilmedi. Satıcının bu siteye izin vermesi gerekir.',
      },
      no_rate: {
        title: 'Güncel döviz kuru yok',
        action: 'Hiçbir tutar çekilmedi. Birkaç dakika sonra tekrar deneyin.',
      },
      server: {
        title: 'Ödeme hizmetine ulaşılamıyor',
        action: 'Birazdan tekrar deneyin. Ödediyseniz ödemeniz güvendedir.',
      },
    },
    connectingTitle: (wallet) => `${wallet} içinde devam edin`,
    connectingText: 'Bu sitenin hesabınızı görmesine izin verin. Hiçbir tutar çekilmez.',
    connectedText: 'Bu hesabın neyle ödeyebileceği okunuyor.',
    cancel: 'İptal',
    readingOption: 'Ödeme kontrol ediliyor',
    slow: (wallet) => `${wallet} bekleniyor. Açın ve bir istek olup olmadığına bakın.`,
    stuck: (wallet) => `${wallet} yanıt vermedi. Penceresini kapattıysanız burada durabilirsiniz.`,
    blockedTitle: 'Bu cüzdan burada ödeme yapamaz',
    blockedText: 'Satıcı bu hesabı kabul etmiyor. Hiçbir tutar çekilmedi.',
    changeWallet: 'Cüzdanı değiştir',
    back: 'Geri',
    optionsTitle: 'Nasıl ödeyeceğinizi seçin',
    balance: (amount) => `Bakiye ${amount}`,
    balanceUnknown: 'Bakiye bilinmiyor',
    notEnough: 'yetersiz',
    missing: (amount) => `${amount} eksik`,
    notEnoughGas: (symbol) => `Ağ ücreti için yeterli ${symbol} yok`,
    direct: 'Doğrudan',
    refresh: 'Yenile',
    reviewTitle: 'Kontrol edip ödeyin',
    recipient: 'Alıcı',
    recipients: 'Alıcılar',
    showRecipients: (count) => `${count} alıcının tümünü göster`,
    recipientNumber: (number) => `Alıcı ${number}`,
    receives: (merchant) => `${merchant} alır`,
    network: 'Ağ',
    fee: 'Satıcı ücreti',
    feeBorne: 'Alıcı öder',
    contractFeeOf: (percentage) => `Sözleşme ücreti (%${percentage})`,
    youSpend: 'Cüzdanınızdan',
    upTo: (cost) => `en fazla ${cost}`,
    aboutAtMost: (about, most) => `yaklaşık ${about}, en fazla ${most}`,
    rateHint: (most) =>
      `Kur, ödeme gerçekleştiği anda alınır. Hiçbir zaman ${most} tutarından fazlası çekilmez; kullanılmayan kısım sizde kalır.`,
    tokenNote: (symbol) =>
      `${symbol}, iyi bilinen tokenlerden biri değil. Bunun, ödemek istediğiniz tokenin sözleşmesi olduğunu kontrol edin:`,
    networkFee: 'Ağ ücreti',
    networkFeeText: 'cüzdanınız gösterir',
    total: 'Toplam',
    amount: 'Tutar',
    verified: 'Doğrulanmış sözleşme.',
    verifiedHint:
      'Bu cihazda çözümlendi: bilinen bir sözleşme üzerinden tam olarak burada gösterileni öder.',
    verifiedMost:
      'Bu cihazda çözümlendi: bilinen bir sözleşme üzerinden burada gösterilenden fazlasını çekmez.',
    confirmationsNeeded: (count, prompts) => `Cüzdanınız size ${count} kez soracak: ${prompts}.`,
    payButton: (amount) => `${amount} öde`,
    details: 'İşlem ayrıntıları',
    rawData: 'Ham veri',
    decodedCall: 'Çözümlenen çağrı',
    callTo: 'Kime',
    callValue: 'Değer',
    progressTitle: 'Ödemenin durumu',
    preparing: 'Ödeme bir kez daha kontrol ediliyor',
    switching: (network, wallet) => `${wallet} içinde ${network} ağına geçin`,
    resetting: (symbol, wallet) => `${wallet} içinde ${symbol} limitini sıfırlayın`,
    resettingMined: (symbol) => `${symbol} limiti sıfırlanıyor`,
    approving: (amount, wallet) => `${wallet} içinde ${amount} için izin verin`,
    approvingMined: (amount) => `${amount} için izin veriliyor`,
    signing: (wallet) => `Ödemeyi ${wallet} içinde onaylayın`,
    broadcasting: 'Ödemeniz gönderiliyor',
    confirming: 'Ödeme gönderildi, ağ bekleniyor',
    settling: (merchant) => `Onaylandı, ${merchant} bekleniyor`,
    confirmations: (current, required) => `${current} / ${required} onay`,
    closeWaiting: (wallet) => `${wallet} hâlâ yanıtınızı bekliyor. Kapatmak ödemeyi iptal etmez.`,
    stay: 'Açık tut',
    canClose: 'Bu sayfayı kapatabilirsiniz. Ödemeniz onsuz da devam eder.',
    keepOpen: 'Ödeme gönderilene kadar bu sayfayı açık tutun.',
    minedHint: 'Bu genellikle bir dakikadan az sürer.',
    oneToken: 'tokenlardan biri',
    approveHint:
      'Bu, ödeme sözleşmesinin tam olarak bu tutarı çekmesine izin verir; daha fazlasına değil.',
    closedWallet: 'Cüzdanımı kapattım',
    viewTransaction: 'İşlemi görüntüle',
    steps: {
      switch: ({ network }) => `${network} ağına geç`,
      reset_approval: ({ symbol }) => `${symbol} limitini sıfırla`,
      approve: ({ amount }) => `${amount} için izin ver`,
      pay: ({ amount }) => `${amount} öde`,
      confirm: () => 'Ağ tarafından onaylandı',
      settle: ({ merchant }) => `${merchant} tarafından alındı`,
    },
    stepStatus: {
      waiting: 'başlamadı',
      active: 'sürüyor',
      done: 'tamamlandı',
      failed: 'başarısız',
    },
    resumingTitle: 'Önceki ödemeniz kontrol ediliyor',
    resumingText: (when, wallet, network) =>
      `Bu ödemeyi ${when} ${network} ağında ${wallet} ile başlattınız.`,
    resumingTextShort: 'Bu ödemeyi daha önce başlattınız. Onu ağda arıyoruz.',
    unknownTitle: 'Ödeyip ödemediğinizi anlayamadık',
    unknownText: (wallet) =>
      `${wallet} ödemeyi gönderip göndermediğini bize bildirmedi. Bu netleşmeden tekrar ödemeyin.`,
    checkAgain: 'Tekrar kontrol et',
    notSent: 'Gönderilmedi, baştan başla',
    confirmNotSentTitle: 'Cüzdanınızdaki istek kapandı mı?',
    confirmNotSentText:
      'Cüzdanınızı açın ve orada bekleyen bir ödeme olmadığından emin olun. Varsa önce reddedin: yoksa iki kez ödeyebilirsiniz.',
    confirmNotSentYes: 'Evet, bekleyen yok',
    viewAccount: 'Hesabınızı görüntüleyin',
    lockedTitle: 'Bu ödeme başka bir yerde açık',
    lockedTabTitle: 'Bu ödeme başka bir sekmede açık',
    lockedDeviceTitle: 'Bu ödeme başka bir cihazda açık',
    lockedText: 'İki kez ödememeniz için aynı anda yalnızca tek bir yerde ödenebilir.',
    lockedSince: (wallet, when) => `${when} ${wallet} ile başlatıldı.`,
    continueHere: 'Burada devam et',
    partialTitle: 'Bir kısmı ödendi',
    partialText: (paid, total) => `${total} tutarının ${paid} kadarı ulaştı.`,
    payRemaining: 'Kalanı öde',
    succeededTitle: 'Ödeme tamamlandı',
    succeededText: (merchant) => `${merchant} ödemenizi aldı.`,
    overpaid: (amount, merchant) =>
      `${amount} fazla ödendi ve henüz iade edilmedi. Geri ödeme için iletişim: ${merchant}.`,
    paidTo: 'Ödenen',
    paidWith: 'Ödeme aracı',
    refunded: 'İade edilen',
    paidAt: 'Ödeme zamanı',
    bridgeKept: 'Köprünün kestiği tutar',
    transaction: 'İşlem',
    transactions: 'İşlemler',
    receiptTitle: 'Makbuz',
    viewReceipt: 'Makbuzu gör',
    downloadPdf: 'PDF’yi indir',
    printReceipt: 'Makbuzu yazdır',
    saveReceipt: 'JSON olarak kaydet',
    backTo: (merchant) => `${merchant} sitesine dön`,
    paymentId: 'Ödeme kimliği',
    failedTitle: 'Ödeme tamamlanmadı',
    money: {
      untouched: 'Hiçbir tutar çekilmedi.',
      'maybe-sent': 'Cüzdanınız ödemeyi göndermiş olabilir.',
      sent: 'Ödemeniz gönderildi.',
      'fee-only': 'Yalnızca ağ ücreti harcandı.',
      refunded: 'Paranız size geri gönderildi.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Bu ödeme güvenliğiniz için durduruldu',
        action:
          'İşlem burada gösterileni ödemeyecekti, bu yüzden cüzdanınıza sorulmadı. Satıcıya bildirin.',
      },
      destination_mismatch: {
        title: 'Bu ödeme güvenliğiniz için durduruldu',
        action: 'Bu mağazanın belirttiğinden farklı bir alıcıya gidecekti. Satıcıya bildirin.',
      },
      unsupported_network: {
        title: 'Bu ağ burada desteklenmiyor',
        action: 'Satıcıdan başka bir ağda ödeme isteyin.',
      },
      payment_reverted: {
        title: 'Ağ ödemeyi reddetti',
        action: 'Bakiyenizi kontrol edip tekrar deneyin.',
      },
      payment_cancelled: {
        title: 'Ödeme cüzdanınızda iptal edildi',
        action: 'Hazır olduğunuzda tekrar ödeyebilirsiniz.',
      },
      payment_replaced: {
        title: 'Ödemenin yerini başka bir işlem aldı',
        action:
          'Cüzdanınız onun yerine başka bir şey gönderdi. Hazır olduğunuzda tekrar ödeyebilirsiniz.',
      },
      invalid_response: {
        title: 'Ödeme hizmeti anlayamadığımız bir yanıt verdi',
        action: 'Tekrar deneyin. Yine olursa satıcıya bildirin.',
      },
      internal: {
        title: 'Bu sayfada bir sorun oluştu',
        action: 'Tekrar deneyin: bir ödeme gönderildiyse bulunacaktır.',
      },
    },
    notes: {
      rejected: () => 'Cüzdanınızda reddettiniz. Hiçbir tutar çekilmedi.',
      switch_rejected: ({ network }) =>
        `Ağ değiştirilmedi. Hiçbir tutar çekilmedi. Tekrar ödeyin ve ${network} ağına geçin.`,
      approve_rejected: () => 'Cüzdanınızda izni reddettiniz. Hiçbir tutar çekilmedi.',
      wallet_busy: () => 'Cüzdanınızda açık bir istek var. Önce onu bitirin, sonra tekrar deneyin.',
      wallet_timeout: () =>
        'Cüzdanınız yanıt vermedi. Hiçbir tutar çekilmedi. Açıp tekrar deneyin.',
      wallet_locked: () => 'Cüzdanınız kilitli. Kilidini açıp tekrar deneyin.',
      wallet_error: () => 'Cüzdanınız bir sorun bildirdi. Hiçbir tutar çekilmedi. Tekrar deneyin.',
      wallet_gone: () => 'Bu cüzdan artık kullanılamıyor. Onu yeniden seçin.',
      switch_failed: ({ network }) =>
        `Cüzdanınız ${network} ağına geçemedi. Hiçbir tutar çekilmedi. Ağı cüzdanınızda değiştirip tekrar deneyin.`,
      account_changed: () =>
        'Cüzdanınızdaki hesap değişti. Hiçbir tutar çekilmedi. Ödemeyi tekrar kontrol edin.',
      approval_reverted: () =>
        'İzin ağda başarısız oldu. Yalnızca ağ ücreti harcandı. Tekrar deneyin.',
      approval_too_low: () =>
        'Cüzdanınızda izin verilen tutar çok düşük. Ödeme gönderilmedi. En az gösterilen tutara izin verin.',
      insufficient_balance: ({ symbol }) =>
        `Yeterli ${symbol} yok. Hiçbir tutar çekilmedi. Para ekleyin veya başka bir yol seçin.`,
      insufficient_gas: ({ symbol }) =>
        `Ağ ücreti için biraz ${symbol} gerekli. Hiçbir tutar çekilmedi.`,
      payment_changed: () => 'Ödeme değişti. Hiçbir tutar çekilmedi. Lütfen tekrar kontrol edin.',
      service_unavailable: () =>
        'Ödeme hizmeti yanıt vermedi. Hiçbir tutar çekilmedi. Birazdan tekrar deneyin.',
      chain_unavailable: () =>
        'Ağ şu anda okunamıyor. Hiçbir tutar çekilmedi. Birazdan tekrar deneyin.',
      rate_unavailable: () =>
        'Güncel döviz kuru yok. Hiçbir tutar çekilmedi. Birkaç dakika sonra tekrar deneyin.',
      no_option: () =>
        'Bu sayfa, bu hesabın ödeyebileceği şeyi kabul etmiyor. Hiçbir tutar çekilmedi. Başka bir cüzdan deneyin.',
      rate_limited: ({ seconds }) =>
        `Çok fazla istek. Hiçbir tutar çekilmedi. ${seconds ?? 'Birkaç'} saniye sonra tekrar deneyin.`,
      storage_failed: () =>
        'Bu tarayıcı ödemeyi kaydedemedi, bu yüzden cüzdanınıza sorulmadı. Site verilerine izin verip tekrar deneyin.',
      locked_tab: () => 'Diğer sekmede bitirin veya burada devam edin.',
      locked_tab_signing: () =>
        'Diğer sekme cüzdanınızı bekliyor. Önce orada onaylayın veya reddedin.',
      locked_device: () =>
        'Orada bitirin. Bıraktıysanız birkaç dakika sonra burada ödeyebilirsiniz.',
      safe_waiting: () =>
        'Safe’i imzalayacaklar bekleniyor. İmzaladıklarında bu sayfa kendiliğinden devam eder.',
      taken_over: () => 'Ödeme başka bir sekmede devam etti.',
      auto_selected: ({ network, symbol }) =>
        `Sizin için seçildi: ${network} ağında ${symbol}, bu cüzdanın bakiyesinin yettiği tek yol.`,
      replaced_faster: () =>
        'Cüzdanınız ödemeyi daha yüksek ücretle yeniden gönderdi. Yalnızca bir kez ödenir.',
      checking: () => 'Ödemeniz ağda aranıyor.',
      pending_in_wallet: () =>
        'Cüzdanınızda bekleyen bir işlem var. Bu ödeme olabilir: görmek için cüzdanınızı açın.',
      prompt_may_be_open: () =>
        'Şimdiye kadar bir şey gönderilmedi, ancak istek cüzdanınızda hâlâ açık olabilir.',
      nonce_unused: () =>
        'Ağ hiçbir şey gönderilmediğini gösteriyor. Güvenle baştan başlayabilirsiniz.',
      not_found_yet: () => 'Ağ ödemenizi henüz göstermiyor. Bu bir dakika sürebilir.',
      not_sent: () => 'Önceki denemeniz gönderilmedi. Şimdi güvenle ödeyebilirsiniz.',
      approval_kept: () => 'Önceki izniniz geçerli. Geriye yalnızca ödeme kaldı.',
      paid_elsewhere: () => 'Bu ödeme zaten yapıldı. Cüzdanınızda açık olan isteği reddedin.',
      paid_twice: () =>
        'Bu ödeme yapıldıktan sonra ikinci bir ödeme gönderildi. Geri ödeme için satıcıyla iletişime geçin.',
    },
  },
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
      cancelled: {
        title: 'Bu gönderim iptal edildi',
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
    fee: 'Ücret',
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
    overpaid: (amount) =>
      `${amount} fazla gönderildi. Alıcılardan bunu geri göndermelerini isteyin.`,
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
  accepted: {
    balance: (balance, worth) => `Bakiye ${balance}, değeri ${worth}`,
    nothing: 'Bu cüzdanın bakiyesi bu para birimlerinin hiçbirinde yeterli değil.',
    others: (count) => `Bu cüzdanda yetmeyenler (${count})`,
    search: 'Para birimi veya ağ ara',
    noMatch: (query) => `“${query}” ile eşleşen para birimi yok.`,
    otherWallet: (list) => `Başka bir cüzdanla ${list} ile de ödeyebilirsiniz.`,
    more: (count) => `Diğer para birimleri (${count})`,
    otherTokens: 'Başka bir tokenle öde',
    noOtherToken: 'Bu cüzdandaki başka hiçbir token bu ödemeye yetmiyor.',
  },
  quoted: {
    rate: 'Kur',
    roundedUp: (worth, paid) => `${worth}, yukarı yuvarlanınca ${paid}`,
    sources: 'Fiyat kaynağı',
    priceFor: (time) => `Bu fiyat ${time} daha geçerli.`,
    priceEnded: 'Bu fiyatın süresi doldu. Hiçbir ücret alınmadı.',
    newPrice: 'Yeni fiyat al',
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
    slow: (chains) =>
      `${chains} üzerinden yapılan ödeme bu fiyatın süresi dolduktan sonra ulaşır; bu yüzden sunulmuyor.`,
    from: 'Kaynak',
    to: 'Hedef',
    leaves: 'Cüzdanınızdan çıkar',
    arrival: 'Varış süresi',
    unknownTime: 'bilinmiyor',
    priceFor: (seconds) => `Bu fiyat ${seconds}\u00a0sn daha geçerli.`,
    verifiedTitle: 'Bu cihazda doğrulandı.',
    carried: (network) => `${network} ağındaki alıcıyı ve tutarı da imzalarsınız.`,
    notCarried: (network) =>
      `${network} ağındaki ödeme bu cihazda kontrol edilemedi: imzanız onu kapsamıyor. Bunun için yalnızca köprünün sözü var.`,
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
    mobileText:
      'Ödemeyi uygulamanın kendi tarayıcısında yaparsınız. Geri döndüğünüzde bu sayfa güncellenir.',
    notOpened: (wallet) => `${wallet} açılmadı mı?`,
    notOpenedText:
      'Uygulamayı yükleyin veya ödeme bağlantısını cüzdan uygulamanızın tarayıcısına kopyalayın.',
    getWallet: 'Cüzdan edinin',
    search: 'Cüzdan ara',
    noMatch: (query) => `“${query}” ile eşleşen cüzdan yok.`,
    install: (wallet) => `${wallet} yükle`,
  },
  permit: {
    prompts: 'Cüzdanınız önce bir imza, ardından ödemeyi ister: imza için ağ ücreti alınmaz.',
    signature: 'Cüzdanınız bir imza ister. Hizmet bununla yalnızca bu ödemeyi gönderebilir.',
    noFee: 'Ağ ücreti yok',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `${time} saatine kadar` : 'birkaç dakika daha'

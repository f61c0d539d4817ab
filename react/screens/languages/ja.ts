/** Japanese texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const ja: Translation = {
  lang: "ja",
  dir: "ltr",
  common: {
    email: "メールアドレス",
    password: "パスワード",
    showPassword: "表示",
    continue: "続ける",
    cancel: "キャンセル",
    close: "閉じる",
    back: "戻る",
    save: "保存",
    saved: "保存しました。",
    retry: "再試行",
    broken: "エラーが発生しました",
    signOut: "ログアウト",
    home: "ホームページへ",
    or: "または",
    loading: "お待ちください…",
    working: "処理中…",
    noScript: "このページには JavaScript が必要です。ブラウザで有効にしてから、ページを再読み込みしてください。"
  },
  problems: {
    required: "この項目は必須です。",
    email: "有効なメールアドレスを入力してください（例: name@example.com）。",
    invisible: "このメールアドレスには目に見えない文字が含まれています。削除して入力し直してください。",
    mismatch: "パスワードが一致しません。",
    tooShort: "{length} 文字以上で入力してください。",
    code: "コードをすべて入力してください。",
    known: "すでにリストに登録されています。",
    phrase: "上に表示されているとおりに入力してください。",
    offline: "オフラインです。インターネット接続を確認して、もう一度お試しください。",
    tooMany: "試行回数が多すぎます。しばらく待ってから、もう一度お試しください。",
    rateLimited: "試行回数が多すぎます。{seconds} 秒後にもう一度お試しください。",
    rateLimitedMinutes: "試行回数が多すぎます。{minutes} 分後にもう一度お試しください。",
    rateLimitOver: "もう一度お試しいただけます。",
    cookies:
      "ブラウザがこのページの Cookie をブロックしています。Cookie を許可するか、新しいウィンドウで開いてください。",
    notHere: "このブラウザでは、ここでこの操作を行えません。別の方法または別のブラウザをお試しください。",
    provider: "プロバイダーでログインできませんでした。もう一度試すか、別のログイン方法を選択してください。",
    sessionOver: "ログアウトされています。ログインして、もう一度お試しください。",
    userChanged:
      "途中でアカウントが切り替わったため、何も保存されていません。ログイン中のアカウントを確認して、最初からやり直してください。",
    unavailable: "現在サービスに接続できません。失われたデータはありません。しばらくしてからもう一度お試しください。",
    notLoaded: "このページの一部を読み込めませんでした。インターネット接続を確認して、ページを再読み込みしてください。",
    unexpected:
      "サービス側で問題が発生しました。もう一度お試しください。問題が続く場合は、このサイトのサポートにお問い合わせください。",
    refused: "リクエストは拒否されました。サービスからのメッセージ:「{sentence}」",
    untrusted: "アクセス元のページはこのサイトで信頼されていないため、代わりにホームページへ移動します。",
    reference: "参照番号: {code}"
  },
  signIn: {
    title: "{project} にログイン",
    plainTitle: "ログイン",
    with: "{provider} で続ける",
    lastUsed: "前回使用",
    passkey: "パスキーでログイン",
    submit: "ログイン",
    forgot: "パスワードをお忘れですか？",
    byCode: "代わりにメールでコードを受け取る",
    byPassword: "代わりにパスワードを使う",
    sendCode: "メールでコードを受け取る",
    codeTitle: "メールをご確認ください",
    codeSent: "{email} にコードとリンクを送信しました。コードを入力するか、リンクを開いてください。",
    code: "メールに記載のコード",
    noAccount: "アカウントをお持ちでない場合",
    signUp: "新規登録",
    noMethods: "ログインは無効になっています",
    noMethodsHint: "このプロジェクトにはまだログイン方法がありません。プロジェクトの設定で有効にしてください。",
    passkeyCancelled: "パスキーは使用されませんでした。もう一度試すか、別の方法でログインしてください。",
    already: "{name} としてログインしています。",
    goOn: "続ける",
    otherAccount: "別のアカウントを使う"
  },
  sentMail: {
    open: "{mailbox} を開く",
    resend: "メールを再送信",
    resendIn: "{seconds} 秒後に再送信できます。",
    resent: "メールを再送信しました。",
    otherAddress: "別のメールアドレスを使う"
  },
  signUp: {
    title: "{project} のアカウントを作成",
    plainTitle: "アカウントを作成",
    submit: "アカウントを作成",
    passwordHint: "{length} 文字以上。",
    haveAccount: "すでにアカウントをお持ちの場合",
    signIn: "ログイン",
    closed: "新規登録は受け付けていません",
    closedHint:
      "このサイトは現在、新しいアカウントを受け付けていません。アカウントをお持ちの場合は、ログインしてください。",
    codeHint: "メールでコードをお送りします。パスワードは不要です。"
  },
  leaving: {
    done: "ログインしました",
    hint: "自動的に移動します。移動しない場合は「続ける」を選択してください。",
    welcome: "アカウントの準備ができました",
    welcomeHint: "パスワードで登録した場合は、メールでお送りしたリンクを開いて、メールアドレスを確認してください。",
    mfa: "あと 1 ステップです",
    mfaHint: "このアカウントではコードも必要です。自動的に移動します。移動しない場合は「続ける」を選択してください。",
    onboardingHint:
      "アカウントはまだ有効になっていません。設定を完了するページに自動的に移動します。移動しない場合は「続ける」を選択してください。",
    goOn: "続ける"
  },
  signOut: {
    title: "ログアウト",
    ask: "{name} としてログインしています。",
    askUnknown: "ログインしています。",
    submit: "ログアウト",
    done: "ログアウトしました",
    doneHint: "またのご利用をお待ちしています。",
    pendingHint:
      "このデバイスからログアウトしました。サーバーに接続できなかったため、サーバー上のセッションは期限が切れるまで有効です。すぐに終了するには、もう一度ログインして、アカウント設定の「セッション」を開いてください。",
    nobody: "ログインしていません",
    nobodyHint: "ログアウトするセッションはありません。",
    again: "もう一度ログイン"
  },
  forgotPassword: {
    title: "パスワードをリセット",
    lead: "メールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。",
    submit: "リンクをメールで受け取る",
    sent: "メールをご確認ください",
    sentHint:
      "{email} のアカウントが存在する場合は、新しいパスワードを設定するためのリンクを送信しました。届くまでに 1 分ほどかかることがあります。",
    back: "ログインに戻る"
  },
  passwordReset: {
    title: "新しいパスワードを設定",
    password: "新しいパスワード",
    repeated: "新しいパスワード（確認用）",
    submit: "パスワードを変更",
    done: "パスワードを変更しました",
    doneHint: "すべてのデバイスからログアウトしました。新しいパスワードでログインしてください。",
    broken: "このリンクは無効になっています",
    again: "新しいリンクを取得",
    signIn: "ログイン"
  },
  emailVerification: {
    working: "メールアドレスを確認しています…",
    confirm: "メールアドレスを確認しますか？",
    confirmHint: "このブラウザではログインしていません。このリンクをご自身でリクエストした場合のみ続けてください。",
    done: "メールアドレスを確認しました",
    doneHint: "ありがとうございます。このページを閉じるか、続けてください。",
    used: "すでに確認済みです",
    usedHint: "このリンクは使用済みで、メールアドレスは確認されています。これ以上の操作は必要ありません。",
    broken: "このリンクは無効になっています",
    resend: "新しいリンクをメールで受け取る",
    sent: "メールをご確認ください",
    resent: "新しいリンクをお送りしました。リンクを開いて、メールアドレスを確認してください。",
    goOn: "続ける"
  },
  onboarding: {
    verify: "メールアドレスの確認",
    verifyLead: "{email} に送信したリンクを開いてください。見つからない場合は、新しいリンクをリクエストしてください。",
    check: "リンクを開きました",
    notVerified: "{email} はまだ確認されていません。メールのリンクを開いてから、もう一度お試しください。",
    send: "リンクをメールで受け取る",
    sendIn: "{seconds} 秒後に再度リクエストできます。",
    sent: "{email} にリンクを送信しました。届くまでに 1 分ほどかかることがあります。",
    otherAddress: "別のメールアドレスを使う",
    address: "メールアドレスを入力してください",
    addressLead: "確認用のリンクをメールでお送りします。確認が完了すると、アカウントが有効になります。",
    waiting: "アカウントはまだ有効になっていません",
    waitingLead: "このサイトの管理者による有効化が必要です。それまでに必要な操作はありません。",
    says: "管理者からのメッセージ",
    stillWaiting: "まだ変更はありません。後でもう一度お試しください。",
    tryAgain: "再試行",
    signOut: "ログアウト",
    signedOut: "続けるには、ログインするか、アカウントを作成してください。",
    signIn: "ログイン",
    signUp: "アカウントを作成"
  },
  confirmIdentity: {
    title: "本人確認",
    lead: "安全のため、続行する前にもう一度ログインしてください。",
    submit: "確認する",
    byOtherWay:
      "安全のため、続行する前にもう一度ログインしてください。いったんログアウトしてから、{name} としてログインしてください。",
    signOut: "ログアウトして続行"
  },
  magicLink: {
    working: "ログインしています…",
    confirm: "このリンクでログインしますか？",
    confirmHint:
      "このリンクは別のブラウザまたはアプリからリクエストされました。ご自身でリクエストした場合のみ続けてください。",
    otherHint: "別のアカウントでログインしています。続けると、このリンクの対象のアカウントに切り替わります。",
    continueAs: "{email} として続ける",
    broken: "このリンクは無効になっています",
    again: "新しいリンクを取得"
  },
  oauth: {
    working: "ログインしています…",
    broken: "ログインできませんでした",
    missing: "このページの URL にプロバイダーからの応答がありません。ログインページからやり直してください。",
    again: "ログインに戻る"
  },
  mfa: {
    title: "多要素認証",
    lead: "認証アプリに表示されている、このアカウントの 6 桁のコードを入力してください。",
    code: "6 桁のコード",
    submit: "確認",
    nothing: "確認するものはありません",
    nothingHint: "コードの入力待ちのログインはありません。ログインページからやり直してください。",
    expired: "時間切れです",
    expiredHint: "ログインの有効期限が切れました。最初からやり直してください。パスワードは変更されていません。",
    back: "ログインに戻る"
  },
  teamInvitation: {
    title: "{team} に参加",
    plainTitle: "チームへの招待",
    lead: "{name} として {team} に招待されています。",
    accept: "チームに参加",
    decline: "辞退",
    declined: "招待を辞退しました",
    declinedHint: "チームには参加していません。気が変わった場合は、このリンクを引き続き使えます。",
    done: "{team} へようこそ",
    doneHint: "チームのメンバーになりました。",
    signedOut:
      "チームに招待されています。チームを確認するには、参加するアカウントでログインするか、アカウントを作成してください。",
    restricted: "アカウントはまだ有効になっていません。先に設定を完了してから、チームに参加してください。",
    signIn: "ログイン",
    signUp: "アカウントを作成",
    otherAccount: "別のアカウントを使う",
    mismatch: "この招待は別のアカウント宛てです",
    broken: "この招待は無効になっています",
    brokenHint: "招待した人に、新しい招待を依頼してください。"
  },
  agent: {
    title: "エージェントにアカウントの使用を許可",
    lead: "{agent} が {name} としてのアクセスを求めています。ご自身で今起動した場合のみ続けてください。",
    rights: "アカウント設定でセッションを終了するまで、最長 90 日間、あなたができるすべての操作をここで行えます。",
    claims: "エージェントによる自己紹介です。内容は確認されていません:",
    compare: "エージェントに次のコードが表示されていない場合は、拒否してください:",
    doneHint: "このページを閉じて、エージェントに戻ってください。",
    deniedHint: "エージェントはアクセスできません。ご自身で起動したものでなければ、これ以上の操作は必要ありません。",
    missing: "URL にコードがありません。エージェントに新しいリンクを求めてください。",
    restricted: "先にアカウントの設定を完了してください。その後、リクエストを許可または拒否できます。",
    finish: "続ける"
  },
  cli: {
    title: "コマンドラインツールにログイン",
    lead:
      "コンピューター上のプログラムが {name} としてのアクセスを求めています。ご自身で今起動した場合のみ続けてください。",
    compare: "ターミナルに次のコードが表示されていない場合は、拒否してください:",
    confirm: "許可",
    deny: "拒否",
    done: "完了しました",
    doneHint: "このページを閉じて、ターミナルに戻ってください。",
    denied: "リクエストを拒否しました",
    deniedHint: "プログラムはログインしていません。ご自身で起動したものでなければ、これ以上の操作は必要ありません。",
    signedOut: "先にログインしてください。その後、リクエストを許可または拒否できます。",
    signIn: "ログイン",
    missing: "URL にリクエストのコードがありません。ターミナルからやり直してください。",
    broken: "このリクエストは無効になっています"
  },
  userMenu: {
    label: "{name} のアカウントメニュー",
    nobody: "アカウントメニュー（ログアウト中）",
    unknown: "アカウントメニュー",
    avatarOfNobody: "ログアウト中",
    settings: "アカウント設定",
    onboarding: "アカウントの設定を完了",
    signOut: "ログアウト",
    signIn: "ログイン",
    signUp: "アカウントを作成"
  },
  accounts: {
    switchTo: "{name} に切り替える",
    add: "別のアカウントを追加",
    signOutAll: "すべてのアカウントからログアウト"
  },
  impersonation: {
    actingAs: "{name} の代理でログインしています。",
    actingAsBy: "{by} が {name} の代理でログインしています。",
    end: "終了"
  },
  teamSwitcher: {
    label: "チーム: {team}",
    none: "チームなし",
    unnamed: "名前のないチーム",
    empty: "所属しているチームはありません",
    settings: "チームの設定",
    create: "チームを作成"
  },
  error: {
    hint: "前のページに戻って、もう一度お試しください。問題が続く場合は、このサイトのサポートにお問い合わせください。",
    notFound: "ページが見つかりません",
    notFoundHint: "アドレスが間違っているか、ページが移動した可能性があります。"
  },
  errors: {
    AccessTokenExpired: "ログインの有効期限が切れました。ページを再読み込みして、もう一度お試しください。",
    AnonymousAccountsNotEnabled: "ここではアカウントが必要です。アカウントを作成するか、ログインしてください。",
    ApiKeyNotFound: "この API キーは見つかりません。キーが完全で、このプロジェクトのものであることを確認してください。",
    BotChallengeFailed:
      "人間による操作であることを確認できませんでした。ページを再読み込みして、もう一度お試しください。",
    BotChallengeRequired: "人間による操作であることを確認してから、もう一度お試しください。",
    CannotDeleteCurrentSession: "これは現在使用中のセッションです。代わりにログアウトしてください。",
    CannotGetOwnUserWithoutUser: "この操作にはログインが必要です。ログインして、もう一度お試しください。",
    CliAuthError:
      "このリクエストは不明か、期限切れか、すでに処理されています。ターミナルで新しいリクエストを開始してください。",
    CliAuthExpiredError: "このリクエストの有効期限が切れました。ターミナルで新しいリクエストを開始してください。",
    CliAuthUsedError: "このリクエストはすでに処理されています。ターミナルで新しいリクエストを開始してください。",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "このメールアドレスは、すでに別のアカウントのログインに使われています。別のメールアドレスを使用してください。",
    EmailAlreadyVerified: "このメールアドレスはすでに確認済みです。これ以上の操作は必要ありません。",
    EmailNotAssociatedWithUser:
      "このメールアドレスはここでは使用できません。入力内容を確認するか、別のメールアドレスを使用してください。",
    EmailNotVerified:
      "このメールアドレスはまだ確認されていません。メールのリンクを開いてから、もう一度お試しください。",
    EmailPasswordMismatch: "メールアドレスまたはパスワードが正しくありません。",
    InvalidAuthorizationCode: "このログインはすでに完了しているか、時間切れです。最初からやり直してください。",
    InvalidOAuthClientIdOrSecret:
      "このサイトとプロバイダーの連携が正しく設定されていません。サイトのサポートにお問い合わせください。",
    InvalidPollingCodeError: "このリクエストは不明です。ターミナルで新しいリクエストを開始してください。",
    InvalidPublishableClientKey: "このサイトは正しく設定されていません。サイトのサポートにお問い合わせください。",
    InvalidScope: "このサイトは、ここに存在しない権限を要求しています。サイトのサポートにお問い合わせください。",
    InvalidTotpCode: "コードが正しくありません。アプリに現在表示されているコードを入力してください。",
    ItemNotFound: "この項目はこのプロジェクトに存在しません。このサイトのサポートにお問い合わせください。",
    ItemQuantityInsufficientAmount: "残りが不足しています。追加してから、もう一度お試しください。",
    MultiFactorAuthenticationRequired: "このアカウントではコードも必要です。次のページで入力してください。",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "このサイトは、プロバイダーでお客様に代わって操作できません。サイトのサポートにお問い合わせください。",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "このアカウントはすでに別のユーザーに連携されています。そのユーザーでログインするか、別のアカウントを選択してください。",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "このサイトは、プロバイダーにこれだけの権限を要求できません。サイトのサポートにお問い合わせください。",
    OAuthProviderAccessDenied:
      "プロバイダーでアクセスが拒否されました。もう一度試すか、別の方法でログインしてください。",
    OAuthProviderAccountIdAlreadyUsedForSignIn:
      "このアカウントは、すでに別のユーザーのログインに使われています。別のアカウントを使用してください。",
    OAuthProviderNotFoundOrNotEnabled:
      "このプロバイダーはここでは有効になっていません。別の方法でログインしてください。",
    OAuthProviderTemporarilyUnavailable:
      "プロバイダーが現在応答していません。後でもう一度試すか、別の方法でログインしてください。",
    OuterOAuthTimeout: "ログインに時間がかかりすぎました。もう一度ログインしてください。",
    PasskeyAuthenticationFailed:
      "このパスキーではログインできませんでした。別のパスキーを試すか、別の方法でログインしてください。",
    PasskeyAuthenticationNotEnabled: "パスキーはここでは有効になっていません。別の方法でログインしてください。",
    PasskeyRegistrationFailed:
      "パスキーを追加できませんでした。もう一度試すか、別のデバイスまたはブラウザを使用してください。",
    PasskeyWebAuthnError:
      "ブラウザまたはデバイスでパスキーを使用できませんでした。もう一度試すか、別のものを使用してください。",
    PasswordAuthenticationNotEnabled: "パスワードはここでは有効になっていません。別の方法でログインしてください。",
    PasswordConfirmationMismatch: "現在のパスワードが正しくありません。",
    PasswordTooLong: "パスワードは {maxLength} 文字以内にしてください。",
    PasswordTooShort: "パスワードは {minLength} 文字以上にしてください。",
    PermissionNotFound: "この権限はすでに存在しません。ページを再読み込みしてください。",
    ProjectPermissionRequired: "必要な権限がありません。このサイトのサポートにお問い合わせください。",
    PublishableClientKeyRequiredForProject:
      "このサイトは正しく設定されていません。サイトのサポートにお問い合わせください。",
    RedirectUrlNotWhitelisted: "このサイトはプロジェクトで許可されていません。サイトのサポートにお問い合わせください。",
    SignUpNotEnabled: "このサイトは現在、新しいアカウントを受け付けていません。",
    SignUpRejected: "この登録は受け付けられませんでした。このサイトのサポートにお問い合わせください。",
    TeamAlreadyExists: "このチームはすでに存在します。それを使うか、別のチームを作成してください。",
    TeamInvitationEmailMismatch:
      "この招待は別のメールアドレスに送信されました。そのメールアドレスでログインするか、アカウントに追加してください。",
    TeamInvitationRestrictedUserNotAllowed:
      "このアカウントはまだチームに参加できません。先にメールアドレスを確認するか、このサイトのサポートにお問い合わせください。",
    TeamMembershipNotFound: "このユーザーはチームにいません。すでに退出した可能性があります。",
    TeamNotFound: "このチームは存在しないか、すでにメンバーではありません。",
    TeamPermissionRequired: "このチームで必要な権限がありません。チームを管理しているメンバーにお問い合わせください。",
    UnparsableAccessToken: "ログインが無効になっています。ログアウトしてから、もう一度ログインしてください。",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "このプロバイダーの別のアカウントがすでに連携されています。先に連携を解除してください。",
    UserAuthenticationRequired: "この操作にはログインが必要です。ログインして、もう一度お試しください。",
    UserDoesNotHavePassword: "このアカウントにはまだパスワードがありません。パスワードを設定してください。",
    UserIdDoesNotExist: "このユーザーはすでに存在しません。",
    UserNotFound: "このユーザーはすでに存在しません。",
    UserWithEmailAlreadyExists:
      "このメールアドレスのアカウントはすでに存在します。ログインするか、別のメールアドレスを使用してください。",
    VerificationCodeAlreadyUsed:
      "このコードまたはリンクは使用済みで、1 回しか使えません。必要な場合は新しいものをリクエストしてください。",
    VerificationCodeExpired: "このコードまたはリンクの有効期限が切れました。新しいものをリクエストしてください。",
    VerificationCodeMaxAttemptsReached:
      "誤った入力が多すぎたため、このコードは無効になりました。新しいコードをリクエストしてください。",
    VerificationCodeNotFound:
      "このコードまたはリンクは無効です。すべて入力されているか確認するか、新しいものをリクエストしてください。"
  },
  account: {
    title: "アカウント設定",
    pageTitle: "{section} · アカウント設定",
    signOut: "ログアウト",
    backToApp: "アプリに戻る",
    over: "ログアウトしました",
    overHint: "続けるには、もう一度ログインしてください。",
    signIn: "ログイン",
    failed: "読み込めませんでした",
    groups: { you: "あなた", security: "セキュリティ", work: "仕事" },
    sections: {
      profile: "プロフィール",
      emails: "メールアドレス",
      password: "パスワード",
      passkeys: "パスキー",
      mfa: "多要素認証",
      sessions: "セッション",
      connections: "連携アカウント",
      notifications: "通知",
      "api-keys": "API キー",
      teams: "チーム",
      billing: "お支払い"
    },
    leads: {
      profile: "ほかのユーザーに表示される情報です。",
      emails: "連絡先と、ログインに使えるメールアドレスです。",
      password: "ほかで使っていないパスワードを設定してください。",
      passkeys: "パスワードの代わりに、指紋、顔、画面ロックでログインできます。",
      mfa: "ログイン時に、スマートフォンのアプリのコードも必要になります。",
      sessions: "ログイン中のデバイスです。心当たりのないデバイスはログアウトしてください。",
      connections: "ほかのサービスのアカウントです。",
      notifications: "受け取るメールを選択します。",
      "api-keys": "お客様に代わって動作するプログラム用です。キーを持つ人は誰でも、お客様と同じ操作を行えます。",
      teams: "一緒に仕事をする人のグループです。",
      billing: "プラン、カード、請求書を管理します。"
    },
    picture: {
      label: "画像",
      ofTeam: "チームの画像",
      choose: "画像を選択",
      remove: "削除",
      hint: "PNG、JPEG、WebP。正方形に切り抜かれます。",
      unreadable:
        "ブラウザはこのファイルを画像として読み込めません。PNG、JPEG、WebP のいずれかのファイルを選択してください。"
    },
    profile: { name: "名前" },
    emails: {
      primary: "メイン",
      verified: "確認済み",
      unverified: "未確認",
      usedForAuth: "ログイン用",
      verify: "リンクをメールで受け取る",
      sent: "{email} にリンクを送信しました。リンクを開いて、メールアドレスを確認してください。",
      makePrimary: "メインに設定",
      useForAuth: "ログインに使用",
      stopUsing: "ログインでの使用を停止",
      remove: "削除",
      removeTitle: "{email} を削除しますか？",
      removeHint: "このアドレスにメールが届かなくなり、ログインにも使えなくなります。",
      add: "メールアドレスを追加",
      submit: "追加",
      none: "メールアドレスがありません",
      noneHint: "メールアドレスがないと、ご連絡や、ログインできなくなったときのサポートができません。"
    },
    password: {
      old: "現在のパスワード",
      new: "新しいパスワード",
      repeated: "新しいパスワード（確認用）",
      hint: "{length} 文字以上。",
      othersHint: "ほかのすべてのデバイスからログアウトします。",
      change: "パスワードを変更",
      set: "パスワードを設定",
      setHint: "パスワードはまだ設定されていません。設定すると、パスワードでログインできます。",
      changed: "パスワードを変更しました。"
    },
    passkeys: {
      yours: "登録済みのパスキー",
      yoursHint: "追加したデバイスまたはパスワードマネージャーに保存されています。",
      add: "パスキーを追加",
      replace: "置き換える",
      replaceTitle: "パスキーを置き換えますか？",
      replaceHint:
        "1 つのアカウントに登録できるパスキーは 1 つです。新しいパスキーに置き換えると、以前のものは使えなくなります。",
      added: "パスキーの準備ができました。次回のログインからお使いください。",
      cancelled: "パスキーは追加されませんでした。いつでももう一度お試しいただけます。",
      remove: "削除",
      removeTitle: "パスキーを削除しますか？",
      removeHint: "このパスキーではログインできなくなります。",
      none: "パスキーがありません",
      noneHint: "覚える必要がなく、フィッシングメールで盗まれることもありません。",
      unsupported: "このブラウザではパスキーを作成できません。別のブラウザまたはデバイスをお試しください。"
    },
    mfa: {
      off: "多要素認証は無効です",
      offHint: "有効にすると、パスワードが盗まれても、それだけではログインできなくなります。",
      begin: "設定する",
      scan: "認証アプリで読み取ってください",
      scanHint: "任意の認証アプリ、またはコードを生成できるパスワードマネージャーをお使いください。",
      qr: "認証アプリ用の QR コード",
      secret: "または、このキーをアプリに入力してください",
      code: "6 桁のコード",
      codeHint: "アプリに表示されます。",
      submit: "有効にする",
      on: "多要素認証は有効です",
      onHint:
        "アプリは削除しないでください。コードがないとログインできません。リカバリーコードはないため、2 台目のデバイスにもアカウントを追加するか、キーを安全な場所に保管してください。",
      turnOff: "無効にする",
      turnOffTitle: "多要素認証を無効にしますか？",
      turnOffHint: "パスワードだけでログインできるようになります。"
    },
    sessions: {
      agents: "エージェント",
      agentsHint: "アカウントの使用を許可したプログラムです。あなたができるすべての操作を行えます。",
      unknown: "別のデバイス",
      place: "{city}、{country}",
      current: "このデバイス",
      lastUsed: "最終使用: {time}",
      device: "{browser}（{system}）",
      more: "さらに {count} 件を表示",
      signedIn: "ログイン: {time}",
      address: "IP アドレス: {ip}",
      revoke: "ログアウト",
      revokeTitle: "このセッションをログアウトしますか？",
      revokeHint: "そのデバイスでは、もう一度ログインする必要があります。",
      revokeOthers: "ほかのすべてのデバイスからログアウト",
      revokeOthersTitle: "ほかのすべてのデバイスからログアウトしますか？",
      revokeOthersHint:
        "このデバイスはログインしたままです。ほかのすべてのデバイスでは、もう一度ログインする必要があります。",
      only: "ほかにログイン中のデバイスはありません。"
    },
    connections: {
      signIn: "ログイン用",
      link: "{provider} を連携",
      unlink: "連携を解除",
      unlinkTitle: "{provider} の連携を解除しますか？",
      unlinkHint: "ログインに使えなくなり、このサイトはそのアカウントにアクセスできなくなります。",
      lastWayHint:
        "これが唯一のログイン方法です。先にパスワードを設定するかパスキーを追加しないと、ログインできなくなります。",
      none: "連携アカウントがありません",
      noneHint: "連携すると、ワンクリックでログインできます。"
    },
    notifications: {
      always: "常にオン",
      kinds: {
        Transactional: {
          name: "アカウントとセキュリティ",
          hint: "アカウントに関するコード、リンク、セキュリティ通知です。"
        },
        Marketing: { name: "お知らせとキャンペーン", hint: "最新情報やキャンペーンを不定期にお届けします。" }
      },
      none: "選択できる項目はありません",
      noneHint: "このサイトには、オフにできるメールはありません。"
    },
    billing: {
      plans: "ご利用中のプラン",
      renews: "更新日: {time}",
      ends: "更新なし",
      switchTo: "{name} に変更",
      switchTitle: "{name} に変更しますか？",
      switchHint: "変更はすぐに適用されます。差額がカードに請求されます。",
      cancel: "プランを解約",
      cancelTitle: "{name} を解約しますか？",
      cancelHint: "遅くとも期間の終了時に、プランの内容を利用できなくなります。",
      none: "プランがありません",
      noneHint: "購入したプランは、ここで管理できます。",
      card: "カード",
      cardEnding: "{brand}（末尾 {lastFour}）",
      cardExpires: "有効期限: {month}/{year}",
      noCard: "カードは登録されていません。",
      invoices: "請求書",
      statuses: { draft: "下書き", open: "未払い", paid: "支払い済み", uncollectible: "未払い", void: "無効" },
      view: "表示"
    },
    apiKeys: {
      description: "用途",
      lifetime: "有効期間",
      lifetimes: { "7": "7 日", "30": "30 日", "90": "90 日", "365": "1 年", never: "無期限" },
      create: "キーを作成",
      created: "キー「{description}」を今すぐコピーしてください",
      createdHint: "再表示はできません。パスワードと同じように大切に扱ってください。",
      value: "API キー",
      dismiss: "コピーしました",
      ending: "末尾 {lastFour}",
      createdOn: "作成: {time}",
      expires: "有効期限: {time}",
      never: "無期限",
      expired: "期限切れ",
      revoked: "失効済み",
      revoke: "失効させる",
      revokeTitle: "「{description}」を失効させますか？",
      revokeHint: "このキーを使うプログラムは、すぐにアクセスできなくなります。この操作は元に戻せません。",
      none: "API キーがありません",
      noneHint: "スクリプトやサーバー用に作成できます。"
    },
    teams: {
      title: "チームの設定",
      pageTitle: "{team} · チームの設定",
      team: "チーム",
      current: "選択中",
      unnamed: "名前のないチーム",
      open: "設定",
      select: "切り替える",
      create: "チームを作成",
      name: "チーム名",
      submit: "作成",
      none: "チームがありません",
      noneHint: "チームを作成するか、チームのメンバーに招待を依頼してください。",
      all: "すべてのチーム",
      missing: "このチームのメンバーではありません",
      missingHint: "すでに退出したか、リンクがこのアカウント宛てではない可能性があります。",
      you: "あなた",
      yourName: "このチームでの名前",
      yourNameHint: "このチームのメンバーには、プロフィールの名前の代わりに表示されます。",
      members: "メンバー",
      unnamedMember: "名前のないメンバー",
      removeMember: "削除",
      removeMemberTitle: "{name} をチームから削除しますか？",
      removeMemberHint:
        "このメンバーは、チームのすべてのコンテンツにアクセスできなくなります。もう一度招待することはできます。",
      invitations: "招待",
      inviteEmail: "メールで招待",
      invite: "招待",
      invited: "{email} に招待を送信しました。",
      expires: "有効期限: {time}",
      revokeInvitation: "取り消す",
      noInvitations: "保留中の招待はありません。",
      apiKeys: "API キー",
      leave: "チームから退出",
      leaveTitle: "{team} から退出しますか？",
      leaveHint: "チームのすべてのコンテンツにアクセスできなくなります。再び参加するには、新しい招待が必要です。",
      delete: "チームを削除",
      deleteTitle: "{team} を削除しますか？",
      deleteHint: "すべてのメンバーについてチームが削除されます。この操作は元に戻せません。"
    },
    delete: {
      title: "アカウントを削除",
      hint:
        "プロフィール、メールアドレス、セッション、API キーが削除されます。チームは、ほかのメンバーのために残ります。",
      typed: "確認のため {phrase} と入力してください",
      submit: "アカウントを削除する"
    },
    copy: { label: "コピー", done: "コピーしました。" }
  }
}

/** German texts of the screens. */
import type { Translation } from "./en.ts"

export const de: Translation = {
  lang: "de",
  dir: "ltr",
  common: {
    email: "E-Mail",
    password: "Passwort",
    showPassword: "Zeigen",
    continue: "Weiter",
    cancel: "Abbrechen",
    close: "Schließen",
    back: "Zurück",
    save: "Speichern",
    saved: "Gespeichert.",
    retry: "Noch einmal versuchen",
    broken: "Etwas ist schiefgegangen",
    signOut: "Abmelden",
    home: "Zur Startseite",
    or: "oder",
    loading: "Einen Moment …",
    working: "Wird erledigt …",
    noScript: "Diese Seite braucht JavaScript. Erlauben Sie es in Ihrem Browser und laden Sie die Seite neu."
  },
  problems: {
    required: "Bitte ausfüllen.",
    email: "Die Adresse sieht so aus: name@example.com.",
    invisible: "Die Adresse enthält ein unsichtbares Zeichen. Löschen Sie die Adresse und geben Sie sie neu ein.",
    mismatch: "Die beiden Passwörter sind verschieden. Bitte zweimal dasselbe eingeben.",
    tooShort: "Bitte mindestens {length} Zeichen wählen.",
    code: "Bitte den ganzen Code eingeben.",
    known: "Die haben Sie schon.",
    phrase: "Bitte genau so eingeben, wie es oben steht.",
    offline: "Sie sind offline. Bitte prüfen Sie die Internetverbindung und versuchen Sie es noch einmal.",
    tooMany: "Zu viele Versuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.",
    rateLimited: "Zu viele Versuche. In {seconds} Sekunden können Sie es noch einmal versuchen.",
    rateLimitedMinutes: "Zu viele Versuche. In {minutes} Minuten können Sie es noch einmal versuchen.",
    rateLimitOver: "Sie können es jetzt noch einmal versuchen.",
    cookies:
      "Dafür braucht es Cookies, und Ihr Browser behält für diese Seite keine. Erlauben Sie sie, oder öffnen Sie die Seite in einem neuen Fenster.",
    notHere: "Das kann dieser Browser hier nicht. Wählen Sie einen anderen Weg oder nehmen Sie einen anderen Browser.",
    provider:
      "Die andere Seite hat Sie nicht angemeldet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
    userChanged:
      "Inzwischen hat das angemeldete Konto gewechselt, deshalb wurde nichts gespeichert. Prüfen Sie das Konto und beginnen Sie von vorn.",
    sessionOver: "Sie sind nicht mehr angemeldet. Melden Sie sich an und versuchen Sie es noch einmal.",
    unavailable: "Der Dienst ist gerade nicht zu erreichen. Nichts ist verloren; versuchen Sie es gleich noch einmal.",
    unexpected:
      "Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; hilft das nicht, wenden Sie sich an die Betreiber dieser Seite.",
    refused: "Das wurde abgelehnt. Der Dienst sagt dazu: „{sentence}“",
    untrusted: "Die Seite, von der Sie kommen, ist dieser Seite nicht bekannt. Danach geht es zur Startseite.",
    reference: "Kennung: {code}"
  },
  signIn: {
    title: "Bei {project} anmelden",
    plainTitle: "Anmelden",
    with: "Weiter mit {provider}",
    lastUsed: "Zuletzt benutzt",
    passkey: "Mit einem Passkey anmelden",
    submit: "Anmelden",
    forgot: "Passwort vergessen?",
    byCode: "Lieber einen Code per E-Mail",
    byPassword: "Lieber mit Passwort",
    sendCode: "Code schicken",
    codeTitle: "Sehen Sie in Ihr Postfach",
    codeSent:
      "Wir haben einen Code und einen Link an {email} geschickt. Geben Sie den Code ein, oder öffnen Sie den Link.",
    code: "Code aus der E-Mail",
    noAccount: "Noch kein Konto?",
    signUp: "Registrieren",
    noMethods: "Anmelden ist abgeschaltet",
    noMethodsHint:
      "Dieses Projekt hat noch keinen Weg, sich anzumelden. Schalten Sie in seinen Einstellungen einen ein.",
    passkeyCancelled:
      "Der Passkey wurde nicht verwendet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
    already: "Sie sind als {name} angemeldet.",
    goOn: "Weiter",
    otherAccount: "Anderes Konto verwenden"
  },
  sentMail: {
    open: "{mailbox} öffnen",
    resend: "Noch einmal schicken",
    resendIn: "Noch einmal geht es in {seconds} Sekunden.",
    resent: "Noch einmal unterwegs.",
    otherAddress: "Andere Adresse verwenden"
  },
  signUp: {
    title: "Konto bei {project} anlegen",
    plainTitle: "Konto anlegen",
    submit: "Konto anlegen",
    passwordHint: "Mindestens {length} Zeichen.",
    haveAccount: "Sie haben schon ein Konto?",
    signIn: "Anmelden",
    closed: "Keine neuen Konten",
    closedHint: "Diese Seite nimmt gerade keine neuen Konten an. Wenn Sie eines haben, melden Sie sich an.",
    codeHint: "Wir schicken Ihnen einen Code. Ein Passwort braucht es nicht."
  },
  leaving: {
    done: "Sie sind angemeldet",
    hint: "Es geht gleich weiter. Wenn nichts geschieht, gehen Sie selbst weiter.",
    welcome: "Ihr Konto ist fertig",
    welcomeHint:
      "Wenn Sie sich mit einem Passwort registriert haben: Öffnen Sie den Link, den wir Ihnen geschickt haben, um Ihre Adresse zu bestätigen.",
    mfa: "Noch ein Schritt",
    mfaHint:
      "Ihr Konto verlangt auch einen Code. Dort geht es gleich weiter; wenn nichts geschieht, gehen Sie selbst weiter.",
    onboardingHint:
      "Ihr Konto ist noch nicht offen. Es geht gleich zu dem, was noch fehlt; wenn nichts geschieht, gehen Sie selbst weiter.",
    goOn: "Weiter"
  },
  signOut: {
    title: "Abmelden",
    ask: "Sie sind als {name} angemeldet.",
    askUnknown: "Sie sind angemeldet.",
    submit: "Abmelden",
    done: "Sie sind abgemeldet",
    doneHint: "Bis zum nächsten Mal.",
    pendingHint:
      "Auf diesem Gerät sind Sie abgemeldet. Der Server war nicht zu erreichen; dort bleibt die Sitzung offen, bis sie abläuft. Früher beenden können Sie sie, wenn Sie sich wieder anmelden, in den Kontoeinstellungen unter „Sitzungen“.",
    nobody: "Sie sind nicht angemeldet",
    nobodyHint: "Es gibt nichts abzumelden.",
    again: "Wieder anmelden"
  },
  forgotPassword: {
    title: "Passwort zurücksetzen",
    lead: "Geben Sie die Adresse Ihres Kontos ein. Wir schicken Ihnen einen Link, um ein neues Passwort zu wählen.",
    submit: "Link schicken",
    sent: "Sehen Sie in Ihr Postfach",
    sentHint:
      "Wenn zu {email} ein Konto gehört, ist ein Link für ein neues Passwort unterwegs. Das kann eine Minute dauern.",
    back: "Zurück zur Anmeldung"
  },
  passwordReset: {
    title: "Neues Passwort wählen",
    password: "Neues Passwort",
    repeated: "Neues Passwort, noch einmal",
    submit: "Passwort ändern",
    done: "Passwort geändert",
    doneHint: "Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
    broken: "Dieser Link gilt nicht mehr",
    again: "Neuen Link anfordern",
    signIn: "Anmelden"
  },
  emailVerification: {
    working: "Ihre Adresse wird bestätigt …",
    confirm: "Adresse bestätigen?",
    confirmHint:
      "In diesem Browser sind Sie nicht angemeldet. Fahren Sie nur fort, wenn Sie diesen Link angefordert haben.",
    done: "Adresse bestätigt",
    doneHint: "Vielen Dank. Sie können diese Seite schließen oder weitergehen.",
    used: "Schon bestätigt",
    usedHint: "Dieser Link wurde schon verwendet, die Adresse ist also bestätigt. Mehr ist nicht zu tun.",
    broken: "Dieser Link gilt nicht mehr",
    resend: "Neuen Link schicken",
    sent: "Sehen Sie in Ihr Postfach",
    resent: "Ein neuer Link ist unterwegs. Öffnen Sie ihn, um Ihre Adresse zu bestätigen.",
    goOn: "Weiter"
  },
  onboarding: {
    verify: "Bestätigen Sie Ihre Adresse",
    verifyLead:
      "Öffnen Sie den Link, den wir an {email} geschickt haben. Wenn Sie keinen haben oder finden, lassen Sie sich einen schicken.",
    check: "Ich habe den Link geöffnet",
    notVerified:
      "{email} ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail und versuchen Sie es dann noch einmal.",
    send: "Link schicken",
    sendIn: "In {seconds} Sekunden können Sie sich noch einen schicken lassen.",
    sent: "Ein Link an {email} ist unterwegs. Das kann eine Minute dauern.",
    otherAddress: "Andere Adresse verwenden",
    address: "Wie lautet Ihre E-Mail-Adresse?",
    addressLead: "Wir schicken Ihnen einen Link, der sie bestätigt. Danach ist Ihr Konto offen.",
    waiting: "Ihr Konto ist noch nicht offen",
    waitingLead: "Die Betreiber dieser Seite müssen es öffnen. Bis dahin können Sie nichts tun.",
    says: "Was sie dazu sagen",
    stillWaiting: "Es hat sich noch nichts geändert. Versuchen Sie es später noch einmal.",
    tryAgain: "Noch einmal versuchen",
    signOut: "Abmelden",
    signedOut: "Melden Sie sich an, um mit Ihrem Konto weiterzumachen, oder legen Sie eines an.",
    signIn: "Anmelden",
    signUp: "Konto anlegen"
  },
  magicLink: {
    working: "Sie werden angemeldet …",
    confirm: "Mit diesem Link anmelden?",
    confirmHint:
      "Dieser Link wurde in einem anderen Browser oder einer App angefordert. Fahren Sie nur fort, wenn Sie das waren.",
    otherHint:
      "Hier ist ein anderes Konto angemeldet. Fahren Sie fort, um zu dem Konto zu wechseln, für das der Link ist.",
    continueAs: "Weiter als {email}",
    broken: "Dieser Link gilt nicht mehr",
    again: "Neuen Link anfordern"
  },
  oauth: {
    working: "Sie werden angemeldet …",
    broken: "Die Anmeldung hat nicht geklappt",
    missing:
      "In der Adresse fehlt, was der Anbieter hätte schicken sollen. Beginnen Sie noch einmal bei der Anmeldung.",
    again: "Zurück zur Anmeldung"
  },
  mfa: {
    title: "Bestätigung in zwei Schritten",
    lead: "Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App für dieses Konto zeigt.",
    code: "Sechsstelliger Code",
    submit: "Bestätigen",
    nothing: "Nichts zu bestätigen",
    nothingHint: "Hier wartet keine Anmeldung auf einen Code. Beginnen Sie bei der Anmeldung.",
    expired: "Das hat zu lange gedauert",
    expiredHint: "Die Anmeldung ist abgelaufen. Beginnen Sie noch einmal; Ihr Passwort ist dasselbe geblieben.",
    back: "Zurück zur Anmeldung"
  },
  teamInvitation: {
    title: "{team} beitreten",
    plainTitle: "Einladung in ein Team",
    lead: "Sie sind eingeladen, {team} als {name} beizutreten.",
    accept: "Dem Team beitreten",
    decline: "Ablehnen",
    declined: "Einladung abgelehnt",
    declinedHint: "Sie sind dem Team nicht beigetreten. Der Link gilt weiter, falls Sie es sich anders überlegen.",
    done: "Willkommen bei {team}",
    doneHint: "Sie sind jetzt Mitglied.",
    signedOut: "Melden Sie sich mit dem Konto an, das dem Team beitreten soll, oder legen Sie eines an.",
    restricted: "Ihr Konto ist noch nicht offen. Erledigen Sie zuerst, was noch fehlt; dann können Sie beitreten.",
    signIn: "Anmelden",
    signUp: "Konto anlegen",
    otherAccount: "Anderes Konto verwenden",
    mismatch: "Diese Einladung ist für ein anderes Konto",
    broken: "Diese Einladung gilt nicht mehr",
    brokenHint: "Bitten Sie die Person, die Sie eingeladen hat, um eine neue."
  },
  cli: {
    title: "Bei einem Kommandozeilenprogramm anmelden",
    lead:
      "Ein Programm auf einem Computer möchte als {name} handeln. Gehen Sie nur weiter, wenn Sie es eben selbst gestartet haben.",
    compare: "Lehnen Sie ab, wenn in Ihrem Terminal nicht dieser Code steht:",
    confirm: "Erlauben",
    deny: "Ablehnen",
    done: "Alles bereit",
    doneHint: "Sie können diese Seite schließen und zum Terminal zurückkehren.",
    denied: "Abgelehnt",
    deniedHint: "Das Programm wurde nicht angemeldet. Wenn Sie es nicht gestartet haben, ist nichts weiter zu tun.",
    signedOut: "Melden Sie sich zuerst an; dann können Sie über die Anfrage entscheiden.",
    signIn: "Anmelden",
    missing: "In der Adresse fehlt der Code einer Anfrage. Beginnen Sie noch einmal im Terminal.",
    broken: "Diese Anfrage ist vorbei"
  },
  userMenu: {
    label: "Kontomenü von {name}",
    nobody: "Kontomenü, nicht angemeldet",
    unknown: "Kontomenü",
    avatarOfNobody: "Nicht angemeldet",
    settings: "Kontoeinstellungen",
    onboarding: "Konto fertig einrichten",
    signOut: "Abmelden",
    signIn: "Anmelden",
    signUp: "Konto anlegen"
  },
  impersonation: {
    actingAs: "Sie sind stellvertretend als {name} angemeldet.",
    end: "Beenden"
  },
  teamSwitcher: {
    label: "Team: {team}",
    none: "Kein Team",
    unnamed: "Team ohne Namen",
    empty: "Sie sind in keinem Team",
    settings: "Team-Einstellungen",
    create: "Team anlegen"
  },
  error: {
    hint:
      "Gehen Sie zurück und versuchen Sie es noch einmal. Hilft das nicht, wenden Sie sich an die Betreiber dieser Seite.",
    notFound: "Diese Seite gibt es nicht",
    notFoundHint: "Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen."
  },
  errors: {
    AccessTokenExpired: "Ihre Anmeldung ist abgelaufen. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
    AnonymousAccountsNotEnabled: "Ohne Konto geht es hier nicht. Legen Sie eines an, oder melden Sie sich an.",
    ApiKeyNotFound: "Diesen API-Schlüssel gibt es nicht. Prüfen Sie, ob er vollständig ist und hierher gehört.",
    BotChallengeFailed:
      "Es ließ sich nicht bestätigen, dass Sie ein Mensch sind. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
    BotChallengeRequired: "Bestätigen Sie bitte, dass Sie ein Mensch sind, und versuchen Sie es noch einmal.",
    CannotDeleteCurrentSession: "Das ist die Sitzung, mit der Sie gerade arbeiten. Melden Sie sich stattdessen ab.",
    CannotGetOwnUserWithoutUser:
      "Dafür müssen Sie angemeldet sein. Melden Sie sich an und versuchen Sie es noch einmal.",
    CliAuthError: "Diese Anfrage ist unbekannt, abgelaufen oder schon beantwortet. Beginnen Sie eine neue im Terminal.",
    CliAuthExpiredError: "Diese Anfrage ist abgelaufen. Beginnen Sie eine neue im Terminal.",
    CliAuthUsedError: "Diese Anfrage ist schon beantwortet. Beginnen Sie eine neue im Terminal.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "Mit dieser Adresse meldet sich schon ein anderes Konto an. Nehmen Sie eine andere.",
    EmailAlreadyVerified: "Diese Adresse ist schon bestätigt. Mehr ist nicht zu tun.",
    EmailNotAssociatedWithUser:
      "Mit dieser Adresse geht das nicht. Prüfen Sie die Schreibweise, oder nehmen Sie eine andere.",
    EmailNotVerified:
      "Diese Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der Mail und versuchen Sie es noch einmal.",
    EmailPasswordMismatch: "E-Mail oder Passwort ist falsch.",
    InvalidAuthorizationCode:
      "Diese Anmeldung ist schon abgeschlossen oder hat zu lange gedauert. Beginnen Sie noch einmal.",
    InvalidOAuthClientIdOrSecret:
      "Diese Seite ist beim Anbieter nicht richtig eingerichtet. Wenden Sie sich an ihre Betreiber.",
    InvalidPollingCodeError: "Diese Anfrage ist unbekannt. Beginnen Sie eine neue im Terminal.",
    InvalidPublishableClientKey: "Diese Seite ist nicht richtig eingerichtet. Wenden Sie sich an ihre Betreiber.",
    InvalidScope: "Diese Seite verlangt etwas, das es hier nicht gibt. Wenden Sie sich an ihre Betreiber.",
    InvalidTotpCode: "Dieser Code stimmt nicht. Nehmen Sie den, den die App jetzt zeigt.",
    ItemNotFound: "Das gibt es in diesem Projekt nicht. Wenden Sie sich an die Betreiber dieser Seite.",
    ItemQuantityInsufficientAmount:
      "Davon ist nicht mehr genug da. Besorgen Sie mehr und versuchen Sie es noch einmal.",
    MultiFactorAuthenticationRequired: "Ihr Konto verlangt auch einen Code. Geben Sie ihn auf der nächsten Seite ein.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Diese Seite kann bei dem Anbieter nicht für Sie handeln. Wenden Sie sich an ihre Betreiber.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "Dieses Konto ist schon mit jemand anderem verbunden. Melden Sie sich als diese Person an, oder nehmen Sie ein anderes.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Diese Seite kann den Anbieter nicht um so viel bitten. Wenden Sie sich an ihre Betreiber.",
    OAuthProviderAccessDenied:
      "Sie haben beim Anbieter abgelehnt, oder er hat es getan. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
    OAuthProviderAccountIdAlreadyUsedForSignIn:
      "Mit diesem Konto meldet sich schon jemand anderes an. Nehmen Sie ein anderes.",
    OAuthProviderNotFoundOrNotEnabled: "Dieser Anbieter ist hier nicht eingeschaltet. Melden Sie sich anders an.",
    OAuthProviderTemporarilyUnavailable:
      "Der Anbieter antwortet gerade nicht. Versuchen Sie es später noch einmal, oder melden Sie sich anders an.",
    OuterOAuthTimeout: "Die Anmeldung hat zu lange gedauert. Bitte melden Sie sich noch einmal an.",
    PasskeyAuthenticationFailed:
      "Mit diesem Passkey geht es nicht. Nehmen Sie einen anderen, oder melden Sie sich anders an.",
    PasskeyAuthenticationNotEnabled: "Passkeys sind hier nicht eingeschaltet. Melden Sie sich anders an.",
    PasskeyRegistrationFailed:
      "Der Passkey konnte nicht hinzugefügt werden. Versuchen Sie es noch einmal, oder mit einem anderen Gerät oder Browser.",
    PasskeyWebAuthnError:
      "Ihr Browser oder Gerät konnte den Passkey nicht verwenden. Versuchen Sie es noch einmal, oder mit einem anderen.",
    PasswordAuthenticationNotEnabled: "Passwörter sind hier nicht eingeschaltet. Melden Sie sich anders an.",
    PasswordConfirmationMismatch: "Das bisherige Passwort stimmt nicht.",
    PasswordTooLong: "Wählen Sie ein Passwort mit höchstens {maxLength} Zeichen.",
    PasswordTooShort: "Wählen Sie ein Passwort mit mindestens {minLength} Zeichen.",
    PermissionNotFound: "Dieses Recht gibt es nicht mehr. Laden Sie die Seite neu.",
    ProjectPermissionRequired: "Dafür fehlt Ihnen das Recht. Fragen Sie die Betreiber dieser Seite.",
    PublishableClientKeyRequiredForProject:
      "Diese Seite ist nicht richtig eingerichtet. Wenden Sie sich an ihre Betreiber.",
    RedirectUrlNotWhitelisted: "Diese Seite ist dem Projekt nicht bekannt. Wenden Sie sich an ihre Betreiber.",
    SignUpNotEnabled: "Diese Seite nimmt gerade keine neuen Konten an.",
    SignUpRejected: "Diese Registrierung wurde nicht angenommen. Wenden Sie sich an die Betreiber dieser Seite.",
    TeamAlreadyExists: "Dieses Team gibt es schon. Nehmen Sie jenes, oder legen Sie ein anderes an.",
    TeamInvitationEmailMismatch:
      "Diese Einladung ging an eine andere Adresse. Melden Sie sich mit jener an, oder fügen Sie sie Ihrem Konto hinzu.",
    TeamInvitationRestrictedUserNotAllowed:
      "Ihr Konto kann noch keinem Team beitreten. Bestätigen Sie zuerst Ihre Adresse, oder fragen Sie die Betreiber.",
    TeamMembershipNotFound: "Diese Person ist nicht im Team. Vielleicht hat sie es schon verlassen.",
    TeamNotFound: "Dieses Team gibt es nicht mehr, oder Sie sind nicht mehr darin.",
    TeamPermissionRequired: "Dafür fehlt Ihnen in diesem Team das Recht. Fragen Sie jemanden, der es verwaltet.",
    UnparsableAccessToken: "Ihre Anmeldung gilt nicht mehr. Melden Sie sich ab und wieder an.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Ihr Konto ist schon mit einem anderen Konto dieses Anbieters verbunden. Lösen Sie zuerst diese Verbindung.",
    UserAuthenticationRequired:
      "Dafür müssen Sie angemeldet sein. Melden Sie sich an und versuchen Sie es noch einmal.",
    UserDoesNotHavePassword: "Dieses Konto hat noch kein Passwort. Legen Sie eines fest.",
    UserIdDoesNotExist: "Diese Person gibt es nicht mehr.",
    UserNotFound: "Diese Person gibt es nicht mehr.",
    UserWithEmailAlreadyExists:
      "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich dort an, oder nehmen Sie eine andere.",
    VerificationCodeAlreadyUsed:
      "Dieser Code oder Link wurde schon verwendet und gilt nur einmal. Wenn Sie noch einen brauchen, fordern Sie ihn an.",
    VerificationCodeExpired: "Dieser Code oder Link ist abgelaufen. Fordern Sie einen neuen an.",
    VerificationCodeMaxAttemptsReached:
      "Dieser Code wurde zu oft versucht und gilt nicht mehr. Fordern Sie einen neuen an.",
    VerificationCodeNotFound:
      "Dieser Code oder Link gilt nicht. Prüfen Sie, ob er vollständig ist, oder fordern Sie einen neuen an."
  },
  account: {
    title: "Kontoeinstellungen",
    pageTitle: "{section} · Kontoeinstellungen",
    signOut: "Abmelden",
    backToApp: "Zurück zur App",
    over: "Sie sind abgemeldet",
    overHint: "Melden Sie sich wieder an, um mit Ihren Einstellungen weiterzumachen.",
    signIn: "Anmelden",
    failed: "Das konnte nicht geladen werden",
    groups: { you: "Sie", security: "Sicherheit", work: "Arbeit" },
    sections: {
      profile: "Profil",
      emails: "E-Mail-Adressen",
      password: "Passwort",
      passkeys: "Passkeys",
      "two-step": "Bestätigung in zwei Schritten",
      sessions: "Sitzungen",
      connections: "Verbundene Konten",
      notifications: "Benachrichtigungen",
      "api-keys": "API-Schlüssel",
      teams: "Teams",
      billing: "Abrechnung"
    },
    leads: {
      profile: "So sehen andere Sie.",
      emails: "Wo wir Sie erreichen und womit Sie sich anmelden können.",
      password: "Wählen Sie eines, das Sie sonst nirgends verwenden.",
      passkeys: "Melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an statt mit einem Passwort.",
      "two-step": "Nach dem Passwort verlangt die Anmeldung auch einen Code aus einer App auf Ihrem Telefon.",
      sessions: "Wo Sie angemeldet sind. Beenden Sie, was Sie nicht kennen.",
      connections: "Konten anderswo, die Ihnen gehören.",
      notifications: "Welche E-Mails Sie bekommen möchten.",
      "api-keys": "Für Programme, die als Sie handeln. Wer einen Schlüssel hat, kann, was Sie können.",
      teams: "Gruppen von Leuten, mit denen Sie arbeiten.",
      billing: "Ihr Tarif, Ihre Karte und Ihre Rechnungen."
    },
    picture: {
      label: "Bild",
      ofTeam: "Bild des Teams",
      choose: "Bild auswählen",
      remove: "Entfernen",
      hint: "PNG, JPEG oder WebP. Es wird quadratisch zugeschnitten.",
      unreadable: "Diese Datei ist kein Bild, das Ihr Browser lesen kann. Wählen Sie eine PNG-, JPEG- oder WebP-Datei."
    },
    profile: { name: "Name" },
    emails: {
      primary: "Hauptadresse",
      verified: "Bestätigt",
      unverified: "Nicht bestätigt",
      usedForAuth: "Anmeldung",
      verify: "Link schicken",
      sent: "Wir haben einen Link an {email} geschickt. Öffnen Sie ihn, um die Adresse zu bestätigen.",
      makePrimary: "Zur Hauptadresse machen",
      useForAuth: "Zur Anmeldung verwenden",
      stopUsing: "Nicht mehr zur Anmeldung verwenden",
      remove: "Entfernen",
      removeTitle: "{email} entfernen?",
      removeHint: "Wir schreiben nicht mehr an diese Adresse, und Sie können sich nicht mehr mit ihr anmelden.",
      add: "Adresse hinzufügen",
      submit: "Hinzufügen",
      none: "Noch keine Adresse",
      noneHint: "Ohne Adresse können wir Sie nicht erreichen und Ihnen nicht helfen, wenn Sie den Zugang verlieren."
    },
    password: {
      old: "Bisheriges Passwort",
      new: "Neues Passwort",
      repeated: "Neues Passwort, noch einmal",
      hint: "Mindestens {length} Zeichen.",
      othersHint: "Überall sonst werden Sie abgemeldet.",
      change: "Passwort ändern",
      set: "Passwort festlegen",
      setHint: "Sie haben noch kein Passwort. Legen Sie eines fest, um sich damit anzumelden.",
      changed: "Ihr Passwort ist geändert."
    },
    passkeys: {
      yours: "Ihr Passkey",
      yoursHint: "Auf dem Gerät oder im Passwortmanager, wo Sie ihn hinzugefügt haben.",
      add: "Passkey hinzufügen",
      replace: "Ersetzen",
      replaceTitle: "Ihren Passkey ersetzen?",
      replaceHint: "Ein Konto hat einen Passkey. Der neue tritt an seine Stelle, und der alte gilt nicht mehr.",
      added: "Ihr Passkey ist bereit. Verwenden Sie ihn bei der nächsten Anmeldung.",
      cancelled: "Es wurde kein Passkey hinzugefügt. Versuchen Sie es wieder, wann Sie möchten.",
      remove: "Entfernen",
      removeTitle: "Ihren Passkey entfernen?",
      removeHint: "Sie können sich nicht mehr mit ihm anmelden.",
      none: "Noch kein Passkey",
      noneHint: "Nichts, das Sie sich merken müssten, und nichts, das man Ihnen per E-Mail stehlen könnte.",
      unsupported: "Dieser Browser kann keine Passkeys anlegen. Versuchen Sie einen anderen oder ein anderes Gerät."
    },
    twoStep: {
      off: "Die Bestätigung in zwei Schritten ist aus",
      offHint: "Schalten Sie sie ein, und ein gestohlenes Passwort allein öffnet nichts.",
      begin: "Einrichten",
      scan: "Scannen Sie das mit einer Authenticator-App",
      scanHint: "Jede App ist recht, auch ein Passwortmanager, der Codes zeigt.",
      qr: "QR-Code für die Authenticator-App",
      secret: "Oder geben Sie das in die App ein",
      code: "Sechsstelliger Code",
      codeHint: "Die App zeigt ihn jetzt.",
      submit: "Einschalten",
      on: "Die Bestätigung in zwei Schritten ist an",
      onHint:
        "Behalten Sie die App: Ohne ihre Codes können Sie sich nicht anmelden. Ersatzcodes gibt es nicht: Richten Sie das Konto auch auf einem zweiten Gerät ein, oder bewahren Sie den Schlüssel sicher auf.",
      turnOff: "Ausschalten",
      turnOffTitle: "Bestätigung in zwei Schritten ausschalten?",
      turnOffHint: "Ihr Passwort allein genügt dann zur Anmeldung."
    },
    sessions: {
      unknown: "Ein anderes Gerät",
      place: "{city}, {country}",
      current: "Dieses Gerät",
      lastUsed: "Aktiv {time}",
      device: "{browser} auf {system}",
      more: "{count} weitere zeigen",
      signedIn: "Angemeldet {time}",
      address: "IP-Adresse {ip}",
      revoke: "Abmelden",
      revokeTitle: "Diese Sitzung abmelden?",
      revokeHint: "Wer sie verwendet, muss sich wieder anmelden.",
      revokeOthers: "Überall sonst abmelden",
      revokeOthersTitle: "Überall sonst abmelden?",
      revokeOthersHint: "Hier bleiben Sie angemeldet. Jedes andere Gerät muss sich wieder anmelden.",
      only: "Sie sind nirgends sonst angemeldet."
    },
    connections: {
      signIn: "Anmeldung",
      link: "{provider} verbinden",
      unlink: "Trennen",
      unlinkTitle: "{provider} trennen?",
      unlinkHint: "Sie können sich nicht mehr damit anmelden, und diese Seite kann dort nicht mehr für Sie handeln.",
      lastWayHint:
        "Das ist Ihr einziger Weg, sich anzumelden. Legen Sie zuerst ein Passwort fest oder fügen Sie einen Passkey hinzu, sonst kommen Sie nicht mehr hinein.",
      none: "Kein Konto verbunden",
      noneHint: "Verbinden Sie eines, um sich mit einem Klick anzumelden."
    },
    notifications: {
      always: "Immer an",
      kinds: {
        Transactional: { name: "Konto und Sicherheit", hint: "Codes, Links und Warnungen, die Ihr Konto braucht." },
        Marketing: { name: "Neues und Angebote", hint: "Was es Neues gibt, hin und wieder." }
      },
      none: "Nichts zu wählen",
      noneHint: "Diese Seite schickt keine E-Mails, die Sie abstellen könnten."
    },
    billing: {
      plans: "Ihr Tarif",
      renews: "Verlängert sich am {time}",
      ends: "Verlängert sich nicht",
      switchTo: "Zu {name} wechseln",
      switchTitle: "Zu {name} wechseln?",
      switchHint: "Der Wechsel gilt sofort. Wir belasten Ihre Karte mit der Differenz.",
      cancel: "Tarif kündigen",
      cancelTitle: "{name} kündigen?",
      cancelHint: "Sie verlieren, was der Tarif enthält, spätestens am Ende des Zeitraums.",
      none: "Noch kein Tarif",
      noneHint: "Sobald Sie einen kaufen, können Sie ihn hier verwalten.",
      card: "Karte",
      cardEnding: "{brand}, endet auf {lastFour}",
      cardExpires: "Gültig bis {month}/{year}",
      noCard: "Es ist keine Karte hinterlegt.",
      invoices: "Rechnungen",
      statuses: {
        draft: "Entwurf",
        open: "Unbezahlt",
        paid: "Bezahlt",
        uncollectible: "Unbezahlt",
        void: "Storniert"
      },
      view: "Ansehen"
    },
    apiKeys: {
      description: "Wofür ist er?",
      lifetime: "Gültig",
      lifetimes: { "7": "7 Tage", "30": "30 Tage", "90": "90 Tage", "365": "1 Jahr", never: "Bis er widerrufen wird" },
      create: "Schlüssel anlegen",
      created: "Kopieren Sie den Schlüssel „{description}“ jetzt",
      createdHint: "Er wird nur dieses eine Mal gezeigt. Hüten Sie ihn wie ein Passwort.",
      value: "API-Schlüssel",
      dismiss: "Ich habe ihn kopiert",
      ending: "Endet auf {lastFour}",
      createdOn: "Angelegt {time}",
      expires: "Gültig bis {time}",
      never: "Gültig, bis er widerrufen wird",
      expired: "Abgelaufen",
      revoked: "Widerrufen",
      revoke: "Widerrufen",
      revokeTitle: "„{description}“ widerrufen?",
      revokeHint: "Programme, die ihn verwenden, hören sofort auf zu arbeiten. Das lässt sich nicht rückgängig machen.",
      none: "Noch kein API-Schlüssel",
      noneHint: "Legen Sie einen für ein Skript oder einen Server an."
    },
    teams: {
      current: "Aktuell",
      unnamed: "Team ohne Namen",
      open: "Einstellungen",
      select: "Dorthin wechseln",
      create: "Team anlegen",
      name: "Name des Teams",
      submit: "Anlegen",
      none: "Noch kein Team",
      noneHint: "Legen Sie eines an, oder bitten Sie jemanden, Sie einzuladen.",
      all: "Alle Teams",
      missing: "Sie sind nicht in diesem Team",
      missingHint: "Vielleicht haben Sie es verlassen, oder der Link ist nicht für Sie.",
      you: "Sie",
      yourName: "Ihr Name in diesem Team",
      yourNameHint: "Mitglieder dieses Teams sehen ihn statt Ihres eigenen.",
      members: "Mitglieder",
      unnamedMember: "Mitglied ohne Namen",
      removeMember: "Entfernen",
      removeMemberTitle: "{name} aus dem Team entfernen?",
      removeMemberHint: "Die Person verliert den Zugang zu allem darin. Sie können sie wieder einladen.",
      invitations: "Einladungen",
      inviteEmail: "E-Mail der Person",
      invite: "Einladen",
      invited: "Eine Einladung an {email} ist unterwegs.",
      expires: "Gültig bis {time}",
      revokeInvitation: "Widerrufen",
      noInvitations: "Keine offene Einladung.",
      apiKeys: "API-Schlüssel",
      leave: "Team verlassen",
      leaveTitle: "{team} verlassen?",
      leaveHint: "Sie verlieren den Zugang zu allem darin. Um zurückzukommen, muss jemand Sie einladen.",
      delete: "Team löschen",
      deleteTitle: "{team} löschen?",
      deleteHint: "Es wird für alle Mitglieder gelöscht. Das lässt sich nicht rückgängig machen."
    },
    delete: {
      title: "Konto löschen",
      hint:
        "Ihr Profil, Ihre Adressen, Ihre Sitzungen und Ihre Schlüssel werden gelöscht. Teams bleiben mit ihren anderen Mitgliedern bestehen.",
      typed: "Geben Sie zur Bestätigung {phrase} ein",
      submit: "Mein Konto löschen"
    },
    copy: { label: "Kopieren", done: "Kopiert." }
  }
}

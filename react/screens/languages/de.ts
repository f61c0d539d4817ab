/** German texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const de: Translation<"one"> = {
  lang: "de",
  dir: "ltr",
  common: {
    email: "E-Mail-Adresse",
    password: "Passwort",
    showPassword: "Anzeigen",
    continue: "Weiter",
    cancel: "Abbrechen",
    close: "Schließen",
    back: "Zurück",
    save: "Speichern",
    saved: "Gespeichert.",
    retry: "Erneut versuchen",
    broken: "Etwas ist schiefgelaufen",
    signOut: "Abmelden",
    home: "Zur Startseite",
    or: "oder",
    loading: "Einen Moment …",
    working: "Wird ausgeführt …",
    noScript: "Diese Seite benötigt JavaScript. Aktivieren Sie es in Ihrem Browser und laden Sie die Seite dann neu."
  },
  problems: {
    required: "Dieses Feld ist erforderlich.",
    email: "Geben Sie eine gültige E-Mail-Adresse ein, z. B. name@example.com.",
    invisible: "Diese E-Mail-Adresse enthält ein unsichtbares Zeichen. Löschen Sie sie und geben Sie sie neu ein.",
    mismatch: "Die Passwörter stimmen nicht überein.",
    tooShort: "Verwenden Sie mindestens {length} Zeichen.",
    code: "Geben Sie den vollständigen Code ein.",
    known: "Das ist bereits in Ihrer Liste.",
    phrase: "Geben Sie den Text genau wie oben angezeigt ein.",
    offline: "Sie sind offline. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",
    tooMany: "Zu viele Versuche. Warten Sie kurz und versuchen Sie es dann erneut.",
    rateLimited: {
      one: "Zu viele Versuche. Sie können es in {seconds} Sekunde erneut versuchen.",
      other: "Zu viele Versuche. Sie können es in {seconds} Sekunden erneut versuchen."
    },
    rateLimitedMinutes: {
      one: "Zu viele Versuche. Sie können es in {minutes} Minute erneut versuchen.",
      other: "Zu viele Versuche. Sie können es in {minutes} Minuten erneut versuchen."
    },
    rateLimitOver: "Sie können es jetzt erneut versuchen.",
    cookies:
      "Ihr Browser blockiert Cookies auf dieser Seite. Lassen Sie sie zu oder öffnen Sie die Seite in einem neuen Fenster.",
    notHere:
      "Das ist in diesem Browser hier nicht möglich. Wählen Sie eine andere Methode oder verwenden Sie einen anderen Browser.",
    provider:
      "Der Anbieter hat Sie nicht angemeldet. Versuchen Sie es erneut oder wählen Sie eine andere Anmeldemethode.",
    sessionOver: "Sie sind nicht mehr angemeldet. Melden Sie sich an und versuchen Sie es erneut.",
    userChanged:
      "Sie haben zwischenzeitlich das Konto gewechselt, deshalb wurde nichts gespeichert. Prüfen Sie, welches Konto angemeldet ist, und beginnen Sie von vorn.",
    unavailable:
      "Der Dienst ist momentan nicht erreichbar. Ihre Daten sind nicht verloren. Versuchen Sie es gleich noch einmal.",
    notLoaded:
      "Ein Teil dieser Seite konnte nicht geladen werden. Bitte prüfen Sie Ihre Internetverbindung und laden Sie die Seite neu.",
    unexpected:
      "Bei uns ist ein Fehler aufgetreten. Versuchen Sie es erneut. Falls das Problem weiterhin besteht, wenden Sie sich an den Support dieser Website.",
    refused: "Die Anfrage wurde abgelehnt. Meldung des Dienstes: „{sentence}“",
    untrusted:
      "Diese Website vertraut der Seite nicht, von der Sie kommen. Deshalb werden Sie zur Startseite weitergeleitet.",
    reference: "Referenz: {code}"
  },
  signIn: {
    title: "Bei {project} anmelden",
    plainTitle: "Anmelden",
    with: "Weiter mit {provider}",
    lastUsed: "Zuletzt verwendet",
    passkey: "Mit Passkey anmelden",
    submit: "Anmelden",
    forgot: "Passwort vergessen?",
    byCode: "Stattdessen Code per E-Mail erhalten",
    byPassword: "Stattdessen Passwort verwenden",
    sendCode: "Code per E-Mail senden",
    codeTitle: "Prüfen Sie Ihr Postfach",
    codeSent:
      "Wir haben einen Code und einen Link an {email} gesendet. Geben Sie den Code ein oder öffnen Sie den Link.",
    code: "Code aus der E-Mail",
    noAccount: "Noch kein Konto?",
    signUp: "Registrieren",
    noMethods: "Die Anmeldung ist deaktiviert",
    noMethodsHint:
      "Für dieses Projekt gibt es noch keine Anmeldemethode. Aktivieren Sie eine in den Projekteinstellungen.",
    passkeyCancelled:
      "Der Passkey wurde nicht verwendet. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.",
    already: "Sie sind als {name} angemeldet.",
    goOn: "Weiter",
    otherAccount: "Anderes Konto verwenden"
  },
  sentMail: {
    open: "{mailbox} öffnen",
    resend: "E-Mail erneut senden",
    resendIn: {
      one: "Sie können sie in {seconds} Sekunde erneut senden.",
      other: "Sie können sie in {seconds} Sekunden erneut senden."
    },
    resent: "E-Mail erneut gesendet.",
    otherAddress: "Andere E-Mail-Adresse verwenden"
  },
  signUp: {
    title: "{project}-Konto erstellen",
    plainTitle: "Konto erstellen",
    submit: "Konto erstellen",
    passwordHint: "Mindestens {length} Zeichen.",
    haveAccount: "Sie haben bereits ein Konto?",
    signIn: "Anmelden",
    closed: "Die Registrierung ist geschlossen",
    closedHint:
      "Diese Website nimmt zurzeit keine neuen Konten an. Wenn Sie bereits ein Konto haben, melden Sie sich an.",
    codeHint: "Wir senden Ihnen einen Code per E-Mail. Sie brauchen kein Passwort."
  },
  leaving: {
    done: "Sie sind angemeldet",
    hint: "Sie werden weitergeleitet. Wenn nichts passiert, wählen Sie „Weiter“.",
    welcome: "Ihr Konto ist bereit",
    welcomeHint:
      "Wenn Sie sich mit einem Passwort registriert haben, öffnen Sie den Link in unserer E-Mail, um Ihre E-Mail-Adresse zu bestätigen.",
    mfa: "Noch ein Schritt",
    mfaHint:
      "Für Ihr Konto ist außerdem ein Code erforderlich. Sie werden weitergeleitet. Wenn nichts passiert, wählen Sie „Weiter“.",
    onboardingHint:
      "Ihr Konto ist noch nicht aktiv. Sie werden weitergeleitet, um die Einrichtung abzuschließen. Wenn nichts passiert, wählen Sie „Weiter“.",
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
      "Sie sind auf diesem Gerät abgemeldet. Der Server war nicht erreichbar, deshalb bleibt die Sitzung dort aktiv, bis sie abläuft. Um sie früher zu beenden, melden Sie sich wieder an und öffnen Sie in den Kontoeinstellungen „Sitzungen“.",
    nobody: "Sie sind nicht angemeldet",
    nobodyHint: "Sie müssen sich nicht abmelden.",
    again: "Wieder anmelden"
  },
  forgotPassword: {
    title: "Passwort zurücksetzen",
    lead: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, um ein neues Passwort zu wählen.",
    submit: "Link senden",
    sent: "Prüfen Sie Ihr Postfach",
    sentHint:
      "Wenn zu {email} ein Konto gehört, haben wir einen Link für ein neues Passwort gesendet. Die E-Mail kann eine Minute brauchen.",
    back: "Zurück zur Anmeldung"
  },
  passwordReset: {
    title: "Neues Passwort wählen",
    password: "Neues Passwort",
    repeated: "Neues Passwort bestätigen",
    submit: "Passwort ändern",
    done: "Passwort geändert",
    doneHint: "Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
    broken: "Dieser Link ist nicht mehr gültig",
    again: "Neuen Link anfordern",
    signIn: "Anmelden"
  },
  emailVerification: {
    working: "Ihre E-Mail-Adresse wird bestätigt …",
    confirm: "E-Mail-Adresse bestätigen?",
    confirmHint:
      "Sie sind in diesem Browser nicht angemeldet. Fahren Sie nur fort, wenn Sie diesen Link angefordert haben.",
    done: "E-Mail-Adresse bestätigt",
    doneHint: "Vielen Dank. Sie können diese Seite schließen oder fortfahren.",
    used: "Bereits bestätigt",
    usedHint:
      "Dieser Link wurde bereits verwendet, Ihre E-Mail-Adresse ist also bestätigt. Sie müssen nichts weiter tun.",
    broken: "Dieser Link ist nicht mehr gültig",
    resend: "Neuen Link senden",
    sent: "Prüfen Sie Ihr Postfach",
    resent: "Wir haben Ihnen einen neuen Link gesendet. Öffnen Sie ihn, um Ihre E-Mail-Adresse zu bestätigen.",
    goOn: "Weiter"
  },
  onboarding: {
    verify: "E-Mail-Adresse bestätigen",
    verifyLead:
      "Öffnen Sie den Link, den wir an {email} gesendet haben. Wenn Sie ihn nicht finden, fordern Sie einen neuen an.",
    check: "Ich habe den Link geöffnet",
    notVerified:
      "{email} ist noch nicht bestätigt. Öffnen Sie den Link in der E-Mail und versuchen Sie es dann erneut.",
    send: "Link senden",
    sendIn: {
      one: "Sie können in {seconds} Sekunde einen neuen anfordern.",
      other: "Sie können in {seconds} Sekunden einen neuen anfordern."
    },
    sent: "Wir haben einen Link an {email} gesendet. Die E-Mail kann eine Minute brauchen.",
    otherAddress: "Andere E-Mail-Adresse verwenden",
    address: "Wie lautet Ihre E-Mail-Adresse?",
    addressLead: "Wir senden Ihnen einen Link zur Bestätigung. Danach ist Ihr Konto aktiv.",
    waiting: "Ihr Konto ist noch nicht aktiv",
    waitingLead: "Ein Administrator dieser Website muss es freischalten. Bis dahin müssen Sie nichts tun.",
    says: "Nachricht des Administrators",
    stillWaiting: "Es hat sich noch nichts geändert. Versuchen Sie es später erneut.",
    tryAgain: "Erneut versuchen",
    signOut: "Abmelden",
    signedOut: "Melden Sie sich an oder erstellen Sie ein Konto, um fortzufahren.",
    signIn: "Anmelden",
    signUp: "Konto erstellen"
  },
  confirmIdentity: {
    title: "Bestätigen Sie, dass Sie es sind",
    lead: "Melden Sie sich zu Ihrer Sicherheit erneut an, bevor Sie fortfahren.",
    submit: "Bestätigen",
    byOtherWay:
      "Melden Sie sich zu Ihrer Sicherheit erneut an, bevor Sie fortfahren. Melden Sie sich zuerst ab und dann als {name} wieder an.",
    signOut: "Abmelden und fortfahren"
  },
  magicLink: {
    working: "Sie werden angemeldet …",
    confirm: "Mit diesem Link anmelden?",
    confirmHint:
      "Dieser Link wurde in einem anderen Browser oder einer anderen App angefordert. Fahren Sie nur fort, wenn Sie das waren.",
    otherHint:
      "Sie sind mit einem anderen Konto angemeldet. Fahren Sie fort, um zu dem Konto zu wechseln, für das dieser Link gilt.",
    continueAs: "Weiter als {email}",
    broken: "Dieser Link ist nicht mehr gültig",
    again: "Neuen Link anfordern"
  },
  oauth: {
    working: "Sie werden angemeldet …",
    broken: "Anmeldung fehlgeschlagen",
    missing: "In der URL dieser Seite fehlt die Antwort des Anbieters. Beginnen Sie erneut auf der Anmeldeseite.",
    again: "Zurück zur Anmeldung"
  },
  mfa: {
    title: "Multi-Faktor-Authentifizierung",
    lead: "Geben Sie den sechsstelligen Code ein, den Ihre Authentifizierungs-App für dieses Konto anzeigt.",
    code: "Sechsstelliger Code",
    submit: "Bestätigen",
    nothing: "Nichts zu bestätigen",
    nothingHint: "Keine Anmeldung wartet auf einen Code. Beginnen Sie auf der Anmeldeseite.",
    expired: "Das hat zu lange gedauert",
    expiredHint: "Die Anmeldung ist abgelaufen. Beginnen Sie erneut. Ihr Passwort hat sich nicht geändert.",
    back: "Zurück zur Anmeldung"
  },
  teamInvitation: {
    title: "{team} beitreten",
    plainTitle: "Teameinladung",
    lead: "Sie sind eingeladen, {team} als {name} beizutreten.",
    accept: "Team beitreten",
    decline: "Ablehnen",
    declined: "Einladung abgelehnt",
    declinedHint:
      "Sie sind dem Team nicht beigetreten. Falls Sie es sich anders überlegen: Der Link funktioniert weiterhin.",
    done: "Willkommen bei {team}",
    doneHint: "Sie sind jetzt Mitglied.",
    signedOut:
      "Sie sind in ein Team eingeladen. Um zu sehen, in welches, melden Sie sich mit dem Konto an, das beitreten soll, oder erstellen Sie eines.",
    restricted:
      "Ihr Konto ist noch nicht aktiv. Schließen Sie zuerst die Einrichtung ab und treten Sie dann dem Team bei.",
    signIn: "Anmelden",
    signUp: "Konto erstellen",
    otherAccount: "Anderes Konto verwenden",
    mismatch: "Diese Einladung ist für ein anderes Konto",
    broken: "Diese Einladung ist nicht mehr gültig",
    brokenHint: "Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung."
  },
  agent: {
    title: "Einem Agenten Ihr Konto anvertrauen",
    lead: "{agent} möchte Zugriff als {name}. Fahren Sie nur fort, wenn Sie den Agenten gerade selbst gestartet haben.",
    rights:
      "Er kann hier bis zu 90 Tage lang alles tun, was Sie tun können, bis Sie seine Sitzung in den Kontoeinstellungen beenden.",
    claims: "Was der Agent über sich sagt. Niemand hat es geprüft:",
    compare: "Lehnen Sie die Anfrage ab, wenn der Agent nicht diesen Code anzeigt:",
    doneHint: "Sie können diese Seite schließen und zum Agenten zurückkehren.",
    deniedHint: "Der Agent hat keinen Zugriff. Wenn Sie ihn nicht gestartet haben, müssen Sie nichts weiter tun.",
    missing: "In der URL fehlt der Code. Bitten Sie den Agenten um einen neuen Link.",
    restricted: "Schließen Sie zuerst die Kontoeinrichtung ab. Dann können Sie die Anfrage zulassen oder ablehnen.",
    finish: "Weiter"
  },
  cli: {
    title: "Bei einem Kommandozeilenprogramm anmelden",
    lead:
      "Ein Programm auf einem Computer möchte Zugriff als {name}. Fahren Sie nur fort, wenn Sie es gerade selbst gestartet haben.",
    compare: "Lehnen Sie die Anfrage ab, wenn Ihr Terminal nicht diesen Code anzeigt:",
    confirm: "Zulassen",
    deny: "Ablehnen",
    done: "Fertig",
    doneHint: "Sie können diese Seite schließen und zum Terminal zurückkehren.",
    denied: "Anfrage abgelehnt",
    deniedHint: "Das Programm wurde nicht angemeldet. Wenn Sie es nicht gestartet haben, müssen Sie nichts weiter tun.",
    signedOut: "Melden Sie sich zuerst an. Dann können Sie die Anfrage zulassen oder ablehnen.",
    signIn: "Anmelden",
    missing: "In der URL fehlt der Code der Anfrage. Beginnen Sie erneut im Terminal.",
    broken: "Diese Anfrage ist nicht mehr gültig"
  },
  userMenu: {
    label: "Kontomenü von {name}",
    nobody: "Kontomenü, abgemeldet",
    unknown: "Kontomenü",
    avatarOfNobody: "Abgemeldet",
    settings: "Kontoeinstellungen",
    onboarding: "Kontoeinrichtung abschließen",
    signOut: "Abmelden",
    signIn: "Anmelden",
    signUp: "Konto erstellen"
  },
  accounts: {
    switchTo: "Zu {name} wechseln",
    add: "Weiteres Konto hinzufügen",
    signOutAll: "Von allen Konten abmelden"
  },
  impersonation: {
    actingAs: "Sie sind stellvertretend als {name} angemeldet.",
    actingAsBy: "{by} ist stellvertretend als {name} angemeldet.",
    end: "Beenden"
  },
  teamSwitcher: {
    label: "Team: {team}",
    none: "Kein Team",
    unnamed: "Unbenanntes Team",
    empty: "Sie sind in keinem Team",
    settings: "Teameinstellungen",
    create: "Team erstellen"
  },
  error: {
    hint:
      "Gehen Sie zurück und versuchen Sie es erneut. Falls das Problem weiterhin besteht, wenden Sie sich an den Support dieser Website.",
    notFound: "Seite nicht gefunden",
    notFoundHint: "Die Adresse ist vielleicht falsch geschrieben oder die Seite wurde verschoben."
  },
  errors: {
    AccessTokenExpired: "Ihre Anmeldung ist abgelaufen. Laden Sie die Seite neu und versuchen Sie es erneut.",
    AnonymousAccountsNotEnabled: "Hier ist ein Konto erforderlich. Erstellen Sie eines oder melden Sie sich an.",
    ApiKeyNotFound:
      "Dieser API-Schlüssel wurde nicht gefunden. Prüfen Sie, ob er vollständig ist und zu diesem Projekt gehört.",
    BotChallengeFailed:
      "Wir konnten nicht bestätigen, dass Sie ein Mensch sind. Laden Sie die Seite neu und versuchen Sie es erneut.",
    BotChallengeRequired: "Bestätigen Sie, dass Sie ein Mensch sind, und versuchen Sie es dann erneut.",
    CannotDeleteCurrentSession: "Das ist die Sitzung, die Sie gerade verwenden. Melden Sie sich stattdessen ab.",
    CannotGetOwnUserWithoutUser: "Dafür müssen Sie angemeldet sein. Melden Sie sich an und versuchen Sie es erneut.",
    CliAuthError:
      "Diese Anfrage ist unbekannt, abgelaufen oder bereits beantwortet. Starten Sie im Terminal eine neue.",
    CliAuthExpiredError: "Diese Anfrage ist abgelaufen. Starten Sie im Terminal eine neue.",
    CliAuthUsedError: "Diese Anfrage wurde bereits beantwortet. Starten Sie im Terminal eine neue.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "Ein anderes Konto verwendet diese Adresse bereits zur Anmeldung. Verwenden Sie eine andere.",
    EmailAlreadyVerified: "Diese E-Mail-Adresse ist bereits bestätigt. Sie müssen nichts weiter tun.",
    EmailNotAssociatedWithUser:
      "Diese E-Mail-Adresse kann dafür nicht verwendet werden. Prüfen Sie die Schreibweise oder verwenden Sie eine andere.",
    EmailNotVerified:
      "Diese E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in der Bestätigungs-E-Mail und versuchen Sie es erneut.",
    EmailPasswordMismatch: "E-Mail-Adresse oder Passwort ist falsch.",
    InvalidAuthorizationCode:
      "Diese Anmeldung ist bereits abgeschlossen oder hat zu lange gedauert. Beginnen Sie erneut.",
    InvalidOAuthClientIdOrSecret:
      "Diese Website ist beim Anbieter nicht richtig eingerichtet. Wenden Sie sich an den Support der Website.",
    InvalidPollingCodeError: "Diese Anfrage ist unbekannt. Starten Sie im Terminal eine neue.",
    InvalidPublishableClientKey:
      "Diese Website ist nicht richtig eingerichtet. Wenden Sie sich an den Support der Website.",
    InvalidScope:
      "Diese Website fordert eine Berechtigung an, die es hier nicht gibt. Wenden Sie sich an den Support der Website.",
    InvalidTotpCode: "Dieser Code ist falsch. Verwenden Sie den Code, den die App jetzt anzeigt.",
    ItemNotFound: "Das ist in diesem Projekt nicht vorhanden. Wenden Sie sich an den Support dieser Website.",
    ItemQuantityInsufficientAmount:
      "Davon ist nicht mehr genug verfügbar. Füllen Sie Ihr Guthaben auf und versuchen Sie es erneut.",
    MultiFactorAuthenticationRequired:
      "Für Ihr Konto ist außerdem ein Code erforderlich. Geben Sie ihn auf der nächsten Seite ein.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Diese Website kann beim Anbieter nicht in Ihrem Namen handeln. Wenden Sie sich an den Support der Website.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "Dieses Konto ist bereits mit einem anderen Benutzer verbunden. Melden Sie sich als dieser an oder verwenden Sie ein anderes Konto.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Diese Website kann vom Anbieter nicht so viele Berechtigungen anfordern. Wenden Sie sich an den Support der Website.",
    OAuthProviderAccessDenied:
      "Der Zugriff wurde beim Anbieter abgelehnt. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.",
    OAuthProviderAccountIdAlreadyUsedForSignIn:
      "Ein anderer Benutzer meldet sich bereits mit diesem Konto an. Verwenden Sie ein anderes.",
    OAuthProviderNotFoundOrNotEnabled: "Dieser Anbieter ist hier nicht aktiviert. Melden Sie sich auf andere Weise an.",
    OAuthProviderTemporarilyUnavailable:
      "Der Anbieter antwortet gerade nicht. Versuchen Sie es später erneut oder melden Sie sich auf andere Weise an.",
    OuterOAuthTimeout: "Die Anmeldung hat zu lange gedauert. Bitte melden Sie sich erneut an.",
    PasskeyAuthenticationFailed:
      "Dieser Passkey konnte Sie nicht anmelden. Verwenden Sie einen anderen oder melden Sie sich auf andere Weise an.",
    PasskeyAuthenticationNotEnabled: "Passkeys sind hier nicht aktiviert. Melden Sie sich auf andere Weise an.",
    PasskeyRegistrationFailed:
      "Der Passkey konnte nicht hinzugefügt werden. Versuchen Sie es erneut oder verwenden Sie ein anderes Gerät oder einen anderen Browser.",
    PasskeyWebAuthnError:
      "Ihr Browser oder Gerät konnte den Passkey nicht verwenden. Versuchen Sie es erneut oder verwenden Sie einen anderen.",
    PasswordAuthenticationNotEnabled: "Passwörter sind hier nicht aktiviert. Melden Sie sich auf andere Weise an.",
    PasswordConfirmationMismatch: "Das aktuelle Passwort ist falsch.",
    PasswordTooLong: "Wählen Sie ein Passwort mit höchstens {maxLength} Zeichen.",
    PasswordTooShort: "Wählen Sie ein Passwort mit mindestens {minLength} Zeichen.",
    PermissionNotFound: "Diese Berechtigung gibt es nicht mehr. Laden Sie die Seite neu.",
    ProjectPermissionRequired: "Dazu fehlt Ihnen die Berechtigung. Wenden Sie sich an den Support dieser Website.",
    PublishableClientKeyRequiredForProject:
      "Diese Website ist nicht richtig eingerichtet. Wenden Sie sich an den Support der Website.",
    RedirectUrlNotWhitelisted:
      "Diese Website ist für das Projekt nicht freigegeben. Wenden Sie sich an den Support der Website.",
    SignUpNotEnabled: "Diese Website nimmt zurzeit keine neuen Konten an.",
    SignUpRejected: "Die Registrierung wurde nicht akzeptiert. Wenden Sie sich an den Support dieser Website.",
    TeamAlreadyExists: "Dieses Team gibt es bereits. Verwenden Sie das vorhandene Team oder erstellen Sie ein anderes.",
    TeamInvitationEmailMismatch:
      "Diese Einladung ging an eine andere E-Mail-Adresse. Melden Sie sich mit dieser an oder fügen Sie sie Ihrem Konto hinzu.",
    TeamInvitationRestrictedUserNotAllowed:
      "Ihr Konto kann noch keinem Team beitreten. Bestätigen Sie zuerst Ihre E-Mail-Adresse oder wenden Sie sich an den Support dieser Website.",
    TeamMembershipNotFound: "Diese Person ist nicht im Team. Möglicherweise hat sie es bereits verlassen.",
    TeamNotFound: "Dieses Team gibt es nicht mehr oder Sie sind kein Mitglied mehr.",
    TeamPermissionRequired:
      "Dazu fehlt Ihnen die Berechtigung in diesem Team. Wenden Sie sich an jemanden, der es verwaltet.",
    UnparsableAccessToken: "Ihre Anmeldung ist nicht mehr gültig. Melden Sie sich ab und wieder an.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Ihr Konto ist bereits mit einem anderen Konto dieses Anbieters verbunden. Trennen Sie zuerst diese Verbindung.",
    UserAuthenticationRequired: "Dafür müssen Sie angemeldet sein. Melden Sie sich an und versuchen Sie es erneut.",
    UserDoesNotHavePassword: "Dieses Konto hat noch kein Passwort. Legen Sie eines fest.",
    UserIdDoesNotExist: "Diesen Benutzer gibt es nicht mehr.",
    UserNotFound: "Diesen Benutzer gibt es nicht mehr.",
    UserWithEmailAlreadyExists:
      "Mit dieser E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an oder verwenden Sie eine andere Adresse.",
    VerificationCodeAlreadyUsed:
      "Dieser Code oder Link wurde bereits verwendet und gilt nur einmal. Fordern Sie bei Bedarf einen neuen an.",
    VerificationCodeExpired: "Dieser Code oder Link ist abgelaufen. Fordern Sie einen neuen an.",
    VerificationCodeMaxAttemptsReached:
      "Dieser Code wurde zu oft falsch eingegeben und ist nicht mehr gültig. Fordern Sie einen neuen an.",
    VerificationCodeNotFound:
      "Dieser Code oder Link ist ungültig. Prüfen Sie, ob er vollständig ist, oder fordern Sie einen neuen an."
  },
  account: {
    title: "Kontoeinstellungen",
    pageTitle: "{section} · Kontoeinstellungen",
    signOut: "Abmelden",
    backToApp: "Zurück zur App",
    over: "Sie sind abgemeldet",
    overHint: "Melden Sie sich wieder an, um fortzufahren.",
    signIn: "Anmelden",
    failed: "Das konnte nicht geladen werden",
    groups: { you: "Persönlich", security: "Sicherheit", work: "Arbeit" },
    sections: {
      profile: "Profil",
      emails: "E-Mail-Adressen",
      password: "Passwort",
      passkeys: "Passkeys",
      mfa: "Multi-Faktor-Authentifizierung",
      sessions: "Sitzungen",
      connections: "Verbundene Konten",
      notifications: "Benachrichtigungen",
      "api-keys": "API-Schlüssel",
      teams: "Teams",
      billing: "Abrechnung"
    },
    leads: {
      profile: "So sehen andere Sie.",
      emails: "Wie wir Sie erreichen und mit welchen Adressen Sie sich anmelden können.",
      password: "Wählen Sie eines, das Sie nirgendwo sonst verwenden.",
      passkeys: "Melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre statt mit einem Passwort an.",
      mfa: "Bei der Anmeldung ist zusätzlich ein Code aus einer App auf Ihrem Smartphone erforderlich.",
      sessions: "Auf diesen Geräten sind Sie angemeldet. Melden Sie Geräte ab, die Sie nicht erkennen.",
      connections: "Ihre Konten bei anderen Diensten.",
      notifications: "Welche E-Mails Sie erhalten möchten.",
      "api-keys":
        "Für Programme, die in Ihrem Namen handeln. Wer einen Schlüssel hat, kann alles tun, was Sie tun können.",
      teams: "Gruppen von Personen, mit denen Sie zusammenarbeiten.",
      billing: "Ihr Tarif, Ihre Karte und Ihre Rechnungen."
    },
    picture: {
      label: "Bild",
      ofTeam: "Teambild",
      choose: "Bild auswählen",
      remove: "Entfernen",
      hint: "PNG, JPEG oder WebP. Das Bild wird quadratisch zugeschnitten.",
      unreadable: "Ihr Browser kann diese Datei nicht als Bild lesen. Wählen Sie eine PNG-, JPEG- oder WebP-Datei."
    },
    profile: { name: "Name" },
    emails: {
      primary: "Primär",
      verified: "Bestätigt",
      unverified: "Nicht bestätigt",
      usedForAuth: "Anmeldung",
      verify: "Link senden",
      sent: "Wir haben einen Link an {email} gesendet. Öffnen Sie ihn, um Ihre E-Mail-Adresse zu bestätigen.",
      makePrimary: "Als primär festlegen",
      useForAuth: "Zur Anmeldung verwenden",
      stopUsing: "Nicht mehr zur Anmeldung verwenden",
      remove: "Entfernen",
      removeTitle: "{email} entfernen?",
      removeHint: "Wir senden keine E-Mails mehr an diese Adresse und Sie können sich nicht mehr damit anmelden.",
      add: "E-Mail-Adresse hinzufügen",
      submit: "Hinzufügen",
      none: "Noch keine E-Mail-Adresse",
      noneHint:
        "Ohne E-Mail-Adresse können wir Sie nicht erreichen und Ihnen nicht helfen, wenn Sie den Zugriff verlieren."
    },
    password: {
      old: "Aktuelles Passwort",
      new: "Neues Passwort",
      repeated: "Neues Passwort bestätigen",
      hint: "Mindestens {length} Zeichen.",
      othersHint: "Sie werden überall sonst abgemeldet.",
      change: "Passwort ändern",
      set: "Passwort festlegen",
      setHint: "Sie haben noch kein Passwort. Legen Sie eines fest, um sich damit anzumelden.",
      changed: "Ihr Passwort wurde geändert."
    },
    passkeys: {
      yours: "Ihr Passkey",
      yoursHint: "Auf dem Gerät oder im Passwortmanager, wo Sie ihn hinzugefügt haben.",
      add: "Passkey hinzufügen",
      replace: "Ersetzen",
      replaceTitle: "Passkey ersetzen?",
      replaceHint: "Ein Konto kann einen Passkey haben. Der neue ersetzt den alten, der dann nicht mehr funktioniert.",
      added: "Ihr Passkey ist bereit. Verwenden Sie ihn bei der nächsten Anmeldung.",
      cancelled: "Es wurde kein Passkey hinzugefügt. Sie können es jederzeit erneut versuchen.",
      remove: "Entfernen",
      removeTitle: "Passkey entfernen?",
      removeHint: "Sie können sich nicht mehr damit anmelden.",
      none: "Noch kein Passkey",
      noneHint: "Sie müssen sich nichts merken, und Phishing-E-Mails können ihn nicht stehlen.",
      unsupported:
        "Dieser Browser kann keine Passkeys erstellen. Verwenden Sie einen anderen Browser oder ein anderes Gerät."
    },
    mfa: {
      off: "Multi-Faktor-Authentifizierung ist deaktiviert",
      offHint: "Aktivieren Sie sie, damit ein gestohlenes Passwort nicht zur Anmeldung ausreicht.",
      begin: "Einrichten",
      scan: "Mit einer Authentifizierungs-App scannen",
      scanHint: "Verwenden Sie eine beliebige Authentifizierungs-App oder einen Passwortmanager, der Codes erzeugt.",
      qr: "QR-Code für die Authentifizierungs-App",
      secret: "Oder geben Sie diesen Schlüssel in der App ein",
      code: "Sechsstelliger Code",
      codeHint: "Wird in der App angezeigt.",
      submit: "Aktivieren",
      on: "Multi-Faktor-Authentifizierung ist aktiviert",
      onHint:
        "Behalten Sie die App: Ohne ihre Codes können Sie sich nicht anmelden. Es gibt keine Wiederherstellungscodes. Fügen Sie das Konto deshalb auch auf einem zweiten Gerät hinzu oder bewahren Sie den Schlüssel sicher auf.",
      turnOff: "Deaktivieren",
      turnOffTitle: "Multi-Faktor-Authentifizierung deaktivieren?",
      turnOffHint: "Zur Anmeldung reicht dann Ihr Passwort aus."
    },
    sessions: {
      agents: "Agenten",
      agentsHint: "Programme, denen Sie Ihr Konto anvertraut haben. Sie können alles tun, was Sie tun können.",
      unknown: "Anderes Gerät",
      place: "{city}, {country}",
      current: "Dieses Gerät",
      lastUsed: "Aktiv {time}",
      device: "{browser} auf {system}",
      more: { one: "{count} weitere anzeigen", other: "{count} weitere anzeigen" },
      signedIn: "Angemeldet {time}",
      address: "IP-Adresse {ip}",
      revoke: "Abmelden",
      revokeTitle: "Diese Sitzung abmelden?",
      revokeHint: "Auf diesem Gerät ist dann eine erneute Anmeldung erforderlich.",
      revokeOthers: "Überall sonst abmelden",
      revokeOthersTitle: "Überall sonst abmelden?",
      revokeOthersHint:
        "Hier bleiben Sie angemeldet. Auf allen anderen Geräten ist eine erneute Anmeldung erforderlich.",
      only: "Sie sind nirgendwo sonst angemeldet."
    },
    connections: {
      signIn: "Anmeldung",
      link: "{provider} verbinden",
      unlink: "Trennen",
      unlinkTitle: "{provider} trennen?",
      unlinkHint: "Sie können sich nicht mehr damit anmelden, und diese Website verliert den Zugriff auf dieses Konto.",
      lastWayHint:
        "Das ist Ihre einzige Anmeldemethode. Legen Sie zuerst ein Passwort fest oder fügen Sie einen Passkey hinzu, sonst sperren Sie sich aus.",
      none: "Keine verbundenen Konten",
      noneHint: "Verbinden Sie eines, um sich mit einem Klick anzumelden."
    },
    notifications: {
      always: "Immer aktiv",
      kinds: {
        Transactional: {
          name: "Konto und Sicherheit",
          hint: "Codes, Links und Sicherheitswarnungen zu Ihrem Konto."
        },
        Marketing: { name: "Neuigkeiten und Angebote", hint: "Gelegentliche Neuigkeiten und Werbung." }
      },
      none: "Keine Auswahl",
      noneHint: "Diese Website versendet keine E-Mails, die Sie abbestellen können."
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
      description: "Wofür ist der Schlüssel?",
      lifetime: "Läuft ab nach",
      lifetimes: { "7": "7 Tagen", "30": "30 Tagen", "90": "90 Tagen", "365": "1 Jahr", never: "Nie" },
      create: "Schlüssel erstellen",
      created: "Kopieren Sie den Schlüssel „{description}“ jetzt",
      createdHint: "Er wird nicht noch einmal angezeigt. Behandeln Sie ihn wie ein Passwort.",
      value: "API-Schlüssel",
      dismiss: "Ich habe ihn kopiert",
      ending: "Endet auf {lastFour}",
      createdOn: "Erstellt: {time}",
      expires: "Läuft ab: {time}",
      never: "Läuft nie ab",
      expired: "Abgelaufen",
      revoked: "Widerrufen",
      revoke: "Widerrufen",
      revokeTitle: "„{description}“ widerrufen?",
      revokeHint: "Programme, die ihn verwenden, verlieren sofort den Zugriff. Das lässt sich nicht rückgängig machen.",
      none: "Noch keine API-Schlüssel",
      noneHint: "Erstellen Sie einen für ein Skript oder einen Server."
    },
    teams: {
      title: "Teameinstellungen",
      pageTitle: "{team} · Teameinstellungen",
      team: "Team",
      current: "Aktuell",
      unnamed: "Unbenanntes Team",
      open: "Einstellungen",
      select: "Wechseln",
      create: "Team erstellen",
      name: "Teamname",
      submit: "Erstellen",
      none: "Noch keine Teams",
      noneHint: "Erstellen Sie eines oder bitten Sie ein Teammitglied um eine Einladung.",
      all: "Alle Teams",
      missing: "Sie sind nicht in diesem Team",
      missingHint: "Vielleicht haben Sie es verlassen oder der Link ist nicht für dieses Konto.",
      you: "Sie",
      yourName: "Ihr Name in diesem Team",
      yourNameHint: "Mitglieder dieses Teams sehen ihn anstelle Ihres Profilnamens.",
      members: "Mitglieder",
      unnamedMember: "Unbenanntes Mitglied",
      removeMember: "Entfernen",
      removeMemberTitle: "{name} aus dem Team entfernen?",
      removeMemberHint: "Die Person verliert den Zugriff auf alle Inhalte des Teams. Sie können sie wieder einladen.",
      invitations: "Einladungen",
      inviteEmail: "Per E-Mail einladen",
      invite: "Einladen",
      invited: "Wir haben eine Einladung an {email} gesendet.",
      expires: "Läuft ab: {time}",
      revokeInvitation: "Widerrufen",
      noInvitations: "Keine offenen Einladungen.",
      apiKeys: "API-Schlüssel",
      leave: "Team verlassen",
      leaveTitle: "{team} verlassen?",
      leaveHint:
        "Sie verlieren den Zugriff auf alle Inhalte des Teams. Um zurückzukehren, brauchen Sie eine neue Einladung.",
      delete: "Team löschen",
      deleteTitle: "{team} löschen?",
      deleteHint: "Das Team wird für alle Mitglieder gelöscht. Das lässt sich nicht rückgängig machen."
    },
    delete: {
      title: "Konto löschen",
      hint:
        "Ihr Profil, Ihre E-Mail-Adressen, Sitzungen und API-Schlüssel werden gelöscht. Teams bleiben für ihre anderen Mitglieder bestehen.",
      typed: "Geben Sie zur Bestätigung {phrase} ein",
      submit: "Mein Konto löschen"
    },
    copy: { label: "Kopieren", done: "Kopiert." }
  }
}

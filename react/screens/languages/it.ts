/** Italian texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const it: Translation<"one"> = {
  lang: "it",
  dir: "ltr",
  common: {
    email: "Email",
    password: "Password",
    showPassword: "Mostra",
    continue: "Continua",
    cancel: "Annulla",
    close: "Chiudi",
    back: "Indietro",
    save: "Salva",
    saved: "Salvato.",
    retry: "Riprova",
    broken: "Si è verificato un errore",
    signOut: "Esci",
    home: "Vai alla pagina iniziale",
    or: "oppure",
    loading: "Un momento…",
    working: "In corso…",
    noScript: "Questa pagina richiede JavaScript. Abilitalo nel browser, poi ricarica la pagina."
  },
  problems: {
    required: "Questo campo è obbligatorio.",
    email: "Inserisci un indirizzo email valido, ad esempio nome@example.com.",
    invisible: "Questo indirizzo email contiene un carattere invisibile. Cancellalo e digitalo di nuovo.",
    mismatch: "Le password non corrispondono.",
    tooShort: "Usa almeno {length} caratteri.",
    code: "Inserisci il codice completo.",
    known: "Questo elemento è già nel tuo elenco.",
    phrase: "Digita il testo esattamente come mostrato sopra.",
    offline: "Sei offline. Controlla la connessione a Internet e riprova.",
    tooMany: "Troppi tentativi. Aspetta un po’, poi riprova.",
    rateLimited: {
      one: "Troppi tentativi. Potrai riprovare tra {seconds} secondo.",
      other: "Troppi tentativi. Potrai riprovare tra {seconds} secondi."
    },
    rateLimitedMinutes: {
      one: "Troppi tentativi. Potrai riprovare tra {minutes} minuto.",
      other: "Troppi tentativi. Potrai riprovare tra {minutes} minuti."
    },
    rateLimitOver: "Ora puoi riprovare.",
    cookies: "Il tuo browser blocca i cookie in questa pagina. Consentili o apri la pagina in una nuova finestra.",
    notHere: "Questo browser non lo consente qui. Prova in un altro modo o con un altro browser.",
    provider: "Il provider non ti ha fatto accedere. Riprova o scegli un altro metodo di accesso.",
    sessionOver: "La sessione è terminata. Accedi e riprova.",
    userChanged:
      "Nel frattempo hai cambiato account, quindi non è stato salvato nulla. Verifica con quale account hai eseguito l’accesso e ricomincia.",
    unavailable: "Al momento il servizio non è raggiungibile. Non hai perso nulla. Riprova tra poco.",
    notLoaded:
      "Non è stato possibile caricare una parte di questa pagina. Controlla la connessione a Internet e ricarica la pagina.",
    unexpected:
      "Si è verificato un errore da parte nostra. Riprova. Se il problema persiste, contatta l’assistenza di questo sito.",
    refused: "La richiesta è stata rifiutata. Messaggio del servizio: «{sentence}»",
    untrusted: "Questo sito non considera attendibile la pagina da cui provieni. Continuerai sulla pagina iniziale.",
    reference: "Riferimento: {code}"
  },
  signIn: {
    title: "Accedi a {project}",
    plainTitle: "Accedi",
    with: "Continua con {provider}",
    lastUsed: "Ultimo usato",
    passkey: "Accedi con una passkey",
    submit: "Accedi",
    forgot: "Password dimenticata?",
    byCode: "Ricevi invece un codice via email",
    byPassword: "Usa invece una password",
    sendCode: "Ricevi un codice via email",
    codeTitle: "Controlla la tua email",
    codeSent: "Abbiamo inviato un codice e un link a {email}. Inserisci il codice o apri il link.",
    code: "Codice ricevuto via email",
    noAccount: "Non hai ancora un account?",
    signUp: "Registrati",
    noMethods: "L’accesso è disattivato",
    noMethodsHint: "Questo progetto non ha ancora metodi di accesso. Attivane uno nelle impostazioni del progetto.",
    passkeyCancelled: "La passkey non è stata usata. Riprova o accedi in un altro modo.",
    already: "Hai eseguito l’accesso come {name}.",
    goOn: "Continua",
    otherAccount: "Usa un altro account"
  },
  sentMail: {
    open: "Apri {mailbox}",
    resend: "Invia di nuovo l’email",
    resendIn: {
      one: "Potrai inviarla di nuovo tra {seconds} secondo.",
      other: "Potrai inviarla di nuovo tra {seconds} secondi."
    },
    resent: "Email inviata di nuovo.",
    otherAddress: "Usa un altro indirizzo email"
  },
  signUp: {
    title: "Crea il tuo account {project}",
    plainTitle: "Crea un account",
    submit: "Crea account",
    passwordHint: "Almeno {length} caratteri.",
    haveAccount: "Hai già un account?",
    signIn: "Accedi",
    closed: "Le registrazioni sono chiuse",
    closedHint: "Al momento questo sito non accetta nuovi account. Se ne hai già uno, accedi.",
    codeHint: "Ti invieremo un codice via email. Non serve una password."
  },
  leaving: {
    done: "Hai eseguito l’accesso",
    hint: "Ti stiamo reindirizzando. Se non succede nulla, seleziona Continua.",
    welcome: "Il tuo account è pronto",
    welcomeHint:
      "Se per la registrazione hai usato una password, apri il link ricevuto via email per verificare il tuo indirizzo.",
    mfa: "Ancora un passaggio",
    mfaHint:
      "Il tuo account richiede anche un codice. Ti stiamo reindirizzando. Se non succede nulla, seleziona Continua.",
    onboardingHint:
      "Il tuo account non è ancora attivo. Ti stiamo reindirizzando per completarne la configurazione. Se non succede nulla, seleziona Continua.",
    goOn: "Continua"
  },
  signOut: {
    title: "Esci",
    ask: "Hai eseguito l’accesso come {name}.",
    askUnknown: "Hai eseguito l’accesso.",
    submit: "Esci",
    done: "Sei uscito dall’account",
    doneHint: "A presto.",
    pendingHint:
      "Sei uscito dall’account su questo dispositivo. Il server non era raggiungibile, quindi lì la sessione resta attiva fino alla scadenza. Per terminarla prima, accedi di nuovo e apri Sessioni nelle impostazioni dell’account.",
    nobody: "Non hai eseguito l’accesso",
    nobodyHint: "Non c’è nessuna sessione da chiudere.",
    again: "Accedi di nuovo"
  },
  forgotPassword: {
    title: "Reimposta la password",
    lead: "Inserisci la tua email. Ti invieremo un link per scegliere una nuova password.",
    submit: "Invia il link",
    sent: "Controlla la tua email",
    sentHint:
      "Se a {email} è associato un account, abbiamo inviato a questo indirizzo un link per scegliere una nuova password. Potrebbe impiegare un minuto ad arrivare.",
    back: "Torna all’accesso"
  },
  passwordReset: {
    title: "Scegli una nuova password",
    password: "Nuova password",
    repeated: "Conferma la nuova password",
    submit: "Cambia password",
    done: "Password cambiata",
    doneHint: "Tutti i dispositivi sono stati disconnessi. Accedi con la nuova password.",
    broken: "Questo link non è più valido",
    again: "Richiedi un nuovo link",
    signIn: "Accedi"
  },
  emailVerification: {
    working: "Verifica dell’email in corso…",
    confirm: "Verificare il tuo indirizzo email?",
    confirmHint: "Non hai eseguito l’accesso in questo browser. Continua solo se hai richiesto tu questo link.",
    done: "Email verificata",
    doneHint: "Grazie. Puoi chiudere questa pagina o continuare.",
    used: "Già verificata",
    usedHint: "Questo link è già stato usato, quindi la tua email è verificata. Non devi fare altro.",
    broken: "Questo link non è più valido",
    resend: "Invia un nuovo link",
    sent: "Controlla la tua email",
    resent: "Ti abbiamo inviato un nuovo link. Aprilo per verificare la tua email.",
    goOn: "Continua"
  },
  onboarding: {
    verify: "Verifica la tua email",
    verifyLead: "Apri il link che abbiamo inviato a {email}. Se non lo trovi, richiedine uno nuovo.",
    check: "Ho aperto il link",
    notVerified: "L’indirizzo {email} non è ancora verificato. Apri il link ricevuto via email, poi riprova.",
    send: "Invia il link",
    sendIn: {
      one: "Potrai richiederne un altro tra {seconds} secondo.",
      other: "Potrai richiederne un altro tra {seconds} secondi."
    },
    sent: "Abbiamo inviato un link a {email}. Potrebbe impiegare un minuto ad arrivare.",
    otherAddress: "Usa un altro indirizzo email",
    address: "Qual è il tuo indirizzo email?",
    addressLead: "Ti invieremo un link per verificarlo. Dopodiché il tuo account sarà attivo.",
    waiting: "Il tuo account non è ancora attivo",
    waitingLead: "Deve attivarlo un amministratore di questo sito. Fino ad allora non devi fare nulla.",
    says: "Messaggio dell’amministratore",
    stillWaiting: "Non è ancora cambiato nulla. Riprova più tardi.",
    tryAgain: "Riprova",
    signOut: "Esci",
    signedOut: "Accedi per continuare oppure crea un account.",
    signIn: "Accedi",
    signUp: "Crea un account"
  },
  confirmIdentity: {
    title: "Conferma la tua identità",
    lead: "Per la tua sicurezza, accedi di nuovo prima di continuare.",
    submit: "Conferma",
    byOtherWay: "Per la tua sicurezza, accedi di nuovo prima di continuare. Prima esci, poi accedi come {name}.",
    signOut: "Esci e continua"
  },
  magicLink: {
    working: "Accesso in corso…",
    confirm: "Accedere con questo link?",
    confirmHint: "Questo link è stato richiesto in un altro browser o in un’altra app. Continua solo se eri tu.",
    otherHint:
      "Hai eseguito l’accesso con un altro account. Continua per passare all’account a cui è destinato il link.",
    continueAs: "Continua come {email}",
    broken: "Questo link non è più valido",
    again: "Richiedi un nuovo link"
  },
  oauth: {
    working: "Accesso in corso…",
    broken: "Accesso non riuscito",
    missing: "Nell’URL di questa pagina manca la risposta del provider. Ricomincia dalla pagina di accesso.",
    again: "Torna all’accesso"
  },
  mfa: {
    title: "Autenticazione a più fattori",
    lead: "Inserisci il codice a sei cifre che la tua app di autenticazione mostra per questo account.",
    code: "Codice a sei cifre",
    submit: "Verifica",
    nothing: "Niente da verificare",
    nothingHint: "Nessun accesso è in attesa di un codice. Inizia dalla pagina di accesso.",
    expired: "Tempo scaduto",
    expiredHint: "L’accesso è scaduto. Ricomincia. La tua password non è cambiata.",
    back: "Torna all’accesso"
  },
  teamInvitation: {
    title: "Unisciti a {team}",
    plainTitle: "Invito a un team",
    lead: "Hai ricevuto un invito a unirti a {team} come {name}.",
    accept: "Unisciti al team",
    decline: "Rifiuta",
    declined: "Invito rifiutato",
    declinedHint: "Non fai parte del team. Se cambi idea, il link funziona ancora.",
    done: "Ti diamo il benvenuto in {team}",
    doneHint: "Ora fai parte del team.",
    signedOut:
      "Hai ricevuto un invito a un team. Per sapere quale, accedi con l’account che deve farne parte o creane uno.",
    restricted: "Il tuo account non è ancora attivo. Prima completa la configurazione, poi unisciti al team.",
    signIn: "Accedi",
    signUp: "Crea un account",
    otherAccount: "Usa un altro account",
    mismatch: "Questo invito è per un altro account",
    broken: "Questo invito non è più valido",
    brokenHint: "Chiedine uno nuovo a chi ti ha invitato."
  },
  agent: {
    title: "Consenti a un agente di usare il tuo account",
    lead: "{agent} richiede l’accesso come {name}. Continua solo se l’hai appena avviato tu.",
    rights:
      "Qui potrà fare tutto ciò che puoi fare tu, per un massimo di 90 giorni, finché non chiudi la sua sessione nelle impostazioni dell’account.",
    claims: "Ciò che l’agente dice di sé. Nessuno l’ha verificato:",
    compare: "Nega la richiesta se l’agente non mostra questo codice:",
    doneHint: "Puoi chiudere questa pagina e tornare all’agente.",
    deniedHint: "L’agente non ha accesso. Se non l’hai avviato tu, non devi fare altro.",
    missing: "Nell’URL manca il codice. Chiedi all’agente un nuovo link.",
    restricted: "Prima completa la configurazione dell’account. Poi potrai consentire o negare la richiesta.",
    finish: "Continua"
  },
  cli: {
    title: "Accedi a uno strumento da riga di comando",
    lead: "Un programma su un computer richiede l’accesso come {name}. Continua solo se l’hai appena avviato tu.",
    compare: "Nega la richiesta se il tuo terminale non mostra questo codice:",
    confirm: "Consenti",
    deny: "Nega",
    done: "Tutto pronto",
    doneHint: "Puoi chiudere questa pagina e tornare al terminale.",
    denied: "Richiesta negata",
    deniedHint: "Il programma non ha ottenuto l’accesso. Se non l’hai avviato tu, non devi fare altro.",
    signedOut: "Prima accedi. Poi potrai consentire o negare la richiesta.",
    signIn: "Accedi",
    missing: "Nell’URL manca il codice della richiesta. Ricomincia dal terminale.",
    broken: "Questa richiesta non è più valida"
  },
  userMenu: {
    label: "Menu dell’account di {name}",
    nobody: "Menu dell’account, accesso non eseguito",
    unknown: "Menu dell’account",
    avatarOfNobody: "Accesso non eseguito",
    settings: "Impostazioni dell’account",
    onboarding: "Completa la configurazione dell’account",
    signOut: "Esci",
    signIn: "Accedi",
    signUp: "Crea un account"
  },
  accounts: {
    switchTo: "Passa a {name}",
    add: "Aggiungi un altro account",
    signOutAll: "Esci da tutti gli account"
  },
  impersonation: {
    actingAs: "Hai eseguito l’accesso per conto di {name}.",
    actingAsBy: "{by} ha eseguito l’accesso per conto di {name}.",
    end: "Termina"
  },
  teamSwitcher: {
    label: "Team: {team}",
    none: "Nessun team",
    unnamed: "Team senza nome",
    empty: "Non fai parte di nessun team",
    settings: "Impostazioni del team",
    create: "Crea un team"
  },
  error: {
    hint: "Torna indietro e riprova. Se il problema persiste, contatta l’assistenza di questo sito.",
    notFound: "Pagina non trovata",
    notFoundHint: "L’indirizzo potrebbe essere errato oppure la pagina è stata spostata."
  },
  errors: {
    AccessTokenExpired: "Il tuo accesso è scaduto. Ricarica la pagina e riprova.",
    AnonymousAccountsNotEnabled: "Qui serve un account. Creane uno o accedi.",
    ApiKeyNotFound:
      "Questa chiave API non è stata trovata. Verifica che sia completa e che appartenga a questo progetto.",
    BotChallengeFailed: "Non siamo riusciti a confermare che sei una persona. Ricarica la pagina e riprova.",
    BotChallengeRequired: "Conferma di essere una persona, poi riprova.",
    CannotDeleteCurrentSession: "Questa è la sessione che stai usando. Per chiuderla, esci dall’account.",
    CannotGetOwnUserWithoutUser: "Per farlo devi prima accedere. Accedi e riprova.",
    CliAuthError: "Questa richiesta è sconosciuta, scaduta o già gestita. Avviane una nuova dal terminale.",
    CliAuthExpiredError: "Questa richiesta è scaduta. Avviane una nuova dal terminale.",
    CliAuthUsedError: "Questa richiesta è già stata gestita. Avviane una nuova dal terminale.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "Un altro account usa già questo indirizzo per accedere. Usane un altro.",
    EmailAlreadyVerified: "Questo indirizzo email è già verificato. Non devi fare altro.",
    EmailNotAssociatedWithUser:
      "Questo indirizzo email non può essere usato qui. Controlla che sia corretto o usane un altro.",
    EmailNotVerified: "Questo indirizzo email non è ancora verificato. Apri il link ricevuto via email, poi riprova.",
    EmailPasswordMismatch: "Email o password errata.",
    InvalidAuthorizationCode: "Questo accesso è già concluso o ha richiesto troppo tempo. Ricomincia.",
    InvalidOAuthClientIdOrSecret:
      "Questo sito non è configurato correttamente presso il provider. Contatta la sua assistenza.",
    InvalidPollingCodeError: "Questa richiesta è sconosciuta. Avviane una nuova dal terminale.",
    InvalidPublishableClientKey: "Questo sito non è configurato correttamente. Contatta la sua assistenza.",
    InvalidScope: "Questo sito richiede un’autorizzazione che qui non esiste. Contatta la sua assistenza.",
    InvalidTotpCode: "Questo codice è errato. Usa quello che l’app mostra adesso.",
    ItemNotFound: "Questo elemento non esiste in questo progetto. Contatta l’assistenza di questo sito.",
    ItemQuantityInsufficientAmount: "Non ne restano abbastanza. Aggiungine altri, poi riprova.",
    MultiFactorAuthenticationRequired: "Il tuo account richiede anche un codice. Inseriscilo nella pagina successiva.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Questo sito non può agire per tuo conto presso il provider. Contatta la sua assistenza.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "Questo account è già collegato a un altro utente. Accedi come quell’utente o scegli un altro account.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Questo sito non può richiedere così tante autorizzazioni al provider. Contatta la sua assistenza.",
    OAuthProviderAccessDenied: "L’accesso è stato negato presso il provider. Riprova o accedi in un altro modo.",
    OAuthProviderAccountIdAlreadyUsedForSignIn: "Un altro utente accede già con questo account. Usane un altro.",
    OAuthProviderNotFoundOrNotEnabled: "Questo provider non è attivo qui. Accedi in un altro modo.",
    OAuthProviderTemporarilyUnavailable:
      "Al momento il provider non risponde. Riprova più tardi o accedi in un altro modo.",
    OuterOAuthTimeout: "L’accesso ha richiesto troppo tempo. Accedi di nuovo.",
    PasskeyAuthenticationFailed:
      "Non è stato possibile accedere con questa passkey. Provane un’altra o accedi in un altro modo.",
    PasskeyAuthenticationNotEnabled: "Le passkey non sono attive qui. Accedi in un altro modo.",
    PasskeyRegistrationFailed:
      "Non è stato possibile aggiungere la passkey. Riprova o usa un altro dispositivo o browser.",
    PasskeyWebAuthnError: "Il browser o il dispositivo non è riuscito a usare la passkey. Riprova o usane un altro.",
    PasswordAuthenticationNotEnabled: "Le password non sono attive qui. Accedi in un altro modo.",
    PasswordConfirmationMismatch: "La password attuale è errata.",
    PasswordTooLong: "Scegli una password di massimo {maxLength} caratteri.",
    PasswordTooShort: "Scegli una password di almeno {minLength} caratteri.",
    PermissionNotFound: "Questa autorizzazione non esiste più. Ricarica la pagina.",
    ProjectPermissionRequired: "Non hai l’autorizzazione necessaria. Contatta l’assistenza di questo sito.",
    PublishableClientKeyRequiredForProject: "Questo sito non è configurato correttamente. Contatta la sua assistenza.",
    RedirectUrlNotWhitelisted: "Questo sito non è autorizzato dal progetto. Contatta la sua assistenza.",
    SignUpNotEnabled: "Al momento questo sito non accetta nuovi account.",
    SignUpRejected: "Questa registrazione non è stata accettata. Contatta l’assistenza di questo sito.",
    TeamAlreadyExists: "Questo team esiste già. Usalo o creane un altro.",
    TeamInvitationEmailMismatch:
      "Questo invito è stato inviato a un altro indirizzo email. Accedi con quello o aggiungilo al tuo account.",
    TeamInvitationRestrictedUserNotAllowed:
      "Il tuo account non può ancora unirsi a un team. Prima verifica la tua email o contatta l’assistenza di questo sito.",
    TeamMembershipNotFound: "Questa persona non è nel team. Potrebbe averlo già lasciato.",
    TeamNotFound: "Questo team non esiste più oppure non ne fai più parte.",
    TeamPermissionRequired: "Non hai l’autorizzazione necessaria in questo team. Rivolgiti a chi lo gestisce.",
    UnparsableAccessToken: "Il tuo accesso non è più valido. Esci e accedi di nuovo.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Il tuo account è già collegato a un altro account di questo provider. Prima scollegalo.",
    UserAuthenticationRequired: "Per farlo devi prima accedere. Accedi e riprova.",
    UserDoesNotHavePassword: "Questo account non ha ancora una password. Impostane una.",
    UserIdDoesNotExist: "Questo utente non esiste più.",
    UserNotFound: "Questo utente non esiste più.",
    UserWithEmailAlreadyExists: "Esiste già un account con questo indirizzo email. Accedi o usa un altro indirizzo.",
    VerificationCodeAlreadyUsed:
      "Questo codice o link è già stato usato ed è valido una sola volta. Se ti serve, richiedine uno nuovo.",
    VerificationCodeExpired: "Questo codice o link è scaduto. Richiedine uno nuovo.",
    VerificationCodeMaxAttemptsReached:
      "Troppi tentativi errati: questo codice non è più valido. Richiedine uno nuovo.",
    VerificationCodeNotFound: "Questo codice o link non è valido. Controlla che sia completo o richiedine uno nuovo."
  },
  account: {
    title: "Impostazioni dell’account",
    pageTitle: "{section} · Impostazioni dell’account",
    signOut: "Esci",
    backToApp: "Torna all’app",
    over: "Sei uscito dall’account",
    overHint: "Accedi di nuovo per continuare.",
    signIn: "Accedi",
    failed: "Caricamento non riuscito",
    groups: { you: "Tu", security: "Sicurezza", work: "Lavoro" },
    sections: {
      profile: "Profilo",
      emails: "Indirizzi email",
      password: "Password",
      passkeys: "Passkey",
      mfa: "Autenticazione a più fattori",
      sessions: "Sessioni",
      connections: "Account collegati",
      notifications: "Notifiche",
      "api-keys": "Chiavi API",
      teams: "Team",
      billing: "Fatturazione"
    },
    leads: {
      profile: "Come ti vedono gli altri.",
      emails: "Come ti contattiamo e con quali indirizzi puoi accedere.",
      password: "Scegline una che non usi altrove.",
      passkeys: "Accedi con l’impronta, il volto o il blocco schermo invece che con una password.",
      mfa: "Per accedere serve anche un codice generato da un’app sul tuo telefono.",
      sessions: "Dove hai eseguito l’accesso. Disconnetti i dispositivi che non riconosci.",
      connections: "I tuoi account su altri servizi.",
      notifications: "Le email che vuoi ricevere.",
      "api-keys": "Per i programmi che agiscono per tuo conto. Chi ha una chiave può fare tutto ciò che puoi fare tu.",
      teams: "Gruppi di persone con cui lavori.",
      billing: "Il tuo piano, la tua carta e le tue fatture."
    },
    picture: {
      label: "Foto",
      ofTeam: "Foto del team",
      choose: "Scegli una foto",
      remove: "Rimuovi",
      hint: "PNG, JPEG o WebP. L’immagine verrà ritagliata in formato quadrato.",
      unreadable: "Il browser non può leggere questo file come immagine. Scegli un file PNG, JPEG o WebP."
    },
    profile: { name: "Nome" },
    emails: {
      primary: "Principale",
      verified: "Verificato",
      unverified: "Non verificato",
      usedForAuth: "Accesso",
      verify: "Invia un link",
      sent: "Abbiamo inviato un link a {email}. Aprilo per verificare il tuo indirizzo email.",
      makePrimary: "Imposta come principale",
      useForAuth: "Usa per l’accesso",
      stopUsing: "Non usare più per l’accesso",
      remove: "Rimuovi",
      removeTitle: "Rimuovere {email}?",
      removeHint: "Non invieremo più email a questo indirizzo e non potrai più usarlo per accedere.",
      add: "Aggiungi un indirizzo email",
      submit: "Aggiungi",
      none: "Ancora nessun indirizzo email",
      noneHint: "Senza un indirizzo non possiamo contattarti né aiutarti se perdi l’accesso."
    },
    password: {
      old: "Password attuale",
      new: "Nuova password",
      repeated: "Conferma la nuova password",
      hint: "Almeno {length} caratteri.",
      othersHint: "Tutti gli altri dispositivi verranno disconnessi.",
      change: "Cambia password",
      set: "Imposta una password",
      setHint: "Non hai ancora una password. Impostane una per usarla per accedere.",
      changed: "La tua password è stata cambiata."
    },
    passkeys: {
      yours: "La tua passkey",
      yoursHint: "Sul dispositivo o nel gestore di password in cui l’hai aggiunta.",
      add: "Aggiungi una passkey",
      replace: "Sostituisci",
      replaceTitle: "Sostituire la tua passkey?",
      replaceHint:
        "Un account può avere una sola passkey. Quella nuova sostituisce la precedente, che non funzionerà più.",
      added: "La tua passkey è pronta. Usala la prossima volta che accedi.",
      cancelled: "Non è stata aggiunta nessuna passkey. Riprova quando vuoi.",
      remove: "Rimuovi",
      removeTitle: "Rimuovere la tua passkey?",
      removeHint: "Non potrai più usarla per accedere.",
      none: "Ancora nessuna passkey",
      noneHint: "Niente da ricordare e niente che un’email di phishing possa rubare.",
      unsupported: "Questo browser non può creare passkey. Prova con un altro browser o dispositivo."
    },
    mfa: {
      off: "L’autenticazione a più fattori è disattivata",
      offHint: "Attivala, così una password rubata non basta per accedere.",
      begin: "Configura",
      scan: "Scansiona questo codice con un’app di autenticazione",
      scanHint: "Usa una qualsiasi app di autenticazione o un gestore di password che genera codici.",
      qr: "Codice QR per l’app di autenticazione",
      secret: "Oppure inserisci questa chiave nell’app",
      code: "Codice a sei cifre",
      codeHint: "Mostrato nell’app.",
      submit: "Attiva",
      on: "L’autenticazione a più fattori è attiva",
      onHint:
        "Conserva l’app: senza i suoi codici non puoi accedere. Non ci sono codici di recupero, quindi aggiungi l’account anche su un secondo dispositivo o conserva la chiave in un luogo sicuro.",
      turnOff: "Disattiva",
      turnOffTitle: "Disattivare l’autenticazione a più fattori?",
      turnOffHint: "Per accedere basterà la password."
    },
    sessions: {
      agents: "Agenti",
      agentsHint: "Programmi a cui hai consentito di usare il tuo account. Possono fare tutto ciò che puoi fare tu.",
      unknown: "Altro dispositivo",
      place: "{city}, {country}",
      current: "Questo dispositivo",
      lastUsed: "Attiva {time}",
      device: "{browser} su {system}",
      more: { one: "Mostra {count} altra", other: "Mostra altre {count}" },
      signedIn: "Accesso eseguito {time}",
      address: "Indirizzo IP {ip}",
      revoke: "Disconnetti",
      revokeTitle: "Disconnettere questa sessione?",
      revokeHint: "Quel dispositivo dovrà accedere di nuovo.",
      revokeOthers: "Disconnetti tutti gli altri dispositivi",
      revokeOthersTitle: "Disconnettere tutti gli altri dispositivi?",
      revokeOthersHint: "Qui il tuo accesso resta attivo. Tutti gli altri dispositivi dovranno accedere di nuovo.",
      only: "Non hai eseguito l’accesso su nessun altro dispositivo."
    },
    connections: {
      signIn: "Accesso",
      link: "Collega {provider}",
      unlink: "Scollega",
      unlinkTitle: "Scollegare {provider}?",
      unlinkHint: "Non potrai più usarlo per accedere e questo sito perderà l’accesso a quell’account.",
      lastWayHint:
        "È il tuo unico modo per accedere. Prima imposta una password o aggiungi una passkey, altrimenti non potrai più accedere.",
      none: "Nessun account collegato",
      noneHint: "Collegane uno per accedere con un clic."
    },
    notifications: {
      always: "Sempre attive",
      kinds: {
        Transactional: {
          name: "Account e sicurezza",
          hint: "Codici, link e avvisi di sicurezza per il tuo account."
        },
        Marketing: { name: "Novità e offerte", hint: "Aggiornamenti e promozioni di tanto in tanto." }
      },
      none: "Niente da scegliere",
      noneHint: "Questo sito non invia email che puoi disattivare."
    },
    billing: {
      plans: "Il tuo piano",
      renews: "Si rinnova: {time}",
      ends: "Senza rinnovo",
      switchTo: "Passa a {name}",
      switchTitle: "Passare a {name}?",
      switchHint: "Il cambio è immediato. Addebiteremo la differenza sulla tua carta.",
      cancel: "Disdici il piano",
      cancelTitle: "Disdire {name}?",
      cancelHint: "Perderai ciò che include, al più tardi alla fine del periodo.",
      none: "Ancora nessun piano",
      noneHint: "Quando ne acquisti uno, puoi gestirlo qui.",
      card: "Carta",
      cardEnding: "{brand} che termina con {lastFour}",
      cardExpires: "Scade: {month}/{year}",
      noCard: "Nessuna carta salvata.",
      invoices: "Fatture",
      statuses: { draft: "Bozza", open: "Non pagata", paid: "Pagata", uncollectible: "Non pagata", void: "Annullata" },
      view: "Visualizza"
    },
    apiKeys: {
      description: "A cosa serve?",
      lifetime: "Scade dopo",
      lifetimes: { "7": "7 giorni", "30": "30 giorni", "90": "90 giorni", "365": "1 anno", never: "Mai" },
      create: "Crea una chiave",
      created: "Copia ora la chiave «{description}»",
      createdHint: "Non verrà più mostrata. Proteggila come una password.",
      value: "Chiave API",
      dismiss: "L’ho copiata",
      ending: "Termina con {lastFour}",
      createdOn: "Creata: {time}",
      expires: "Scade: {time}",
      never: "Non scade mai",
      expired: "Scaduta",
      revoked: "Revocata",
      revoke: "Revoca",
      revokeTitle: "Revocare «{description}»?",
      revokeHint: "I programmi che la usano perdono subito l’accesso. L’operazione è irreversibile.",
      none: "Ancora nessuna chiave API",
      noneHint: "Creane una per uno script o un server."
    },
    teams: {
      title: "Impostazioni del team",
      pageTitle: "{team} · Impostazioni del team",
      team: "Team",
      current: "Attuale",
      unnamed: "Team senza nome",
      open: "Impostazioni",
      select: "Passa a questo",
      create: "Crea un team",
      name: "Nome del team",
      submit: "Crea",
      none: "Ancora nessun team",
      noneHint: "Creane uno o chiedi a un membro di un team di invitarti.",
      all: "Tutti i team",
      missing: "Non fai parte di questo team",
      missingHint: "Potresti averlo lasciato oppure il link non è per questo account.",
      you: "Tu",
      yourName: "Il tuo nome in questo team",
      yourNameHint: "I membri di questo team lo vedono al posto del nome del tuo profilo.",
      members: "Membri",
      unnamedMember: "Membro senza nome",
      removeMember: "Rimuovi",
      removeMemberTitle: "Rimuovere {name} dal team?",
      removeMemberHint: "Questa persona perderà l’accesso a tutti i contenuti del team. Potrai invitarla di nuovo.",
      invitations: "Inviti",
      inviteEmail: "Invita via email",
      invite: "Invita",
      invited: "Abbiamo inviato un invito a {email}.",
      expires: "Scade: {time}",
      revokeInvitation: "Revoca",
      noInvitations: "Nessun invito in sospeso.",
      apiKeys: "Chiavi API",
      leave: "Lascia il team",
      leaveTitle: "Lasciare {team}?",
      leaveHint: "Perderai l’accesso a tutti i contenuti del team. Per rientrare ti servirà un nuovo invito.",
      delete: "Elimina il team",
      deleteTitle: "Eliminare {team}?",
      deleteHint: "Il team verrà eliminato per tutti i membri. L’operazione è irreversibile."
    },
    delete: {
      title: "Elimina l’account",
      hint:
        "Il tuo profilo, i tuoi indirizzi email, le tue sessioni e le tue chiavi API verranno eliminati. I team restano per gli altri membri.",
      typed: "Digita {phrase} per confermare",
      submit: "Elimina il mio account"
    },
    copy: { label: "Copia", done: "Copiato." }
  }
}

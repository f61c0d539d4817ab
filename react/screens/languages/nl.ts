/** Dutch texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const nl: Translation<"one"> = {
  lang: "nl",
  dir: "ltr",
  common: {
    email: "E-mailadres",
    password: "Wachtwoord",
    showPassword: "Tonen",
    continue: "Doorgaan",
    cancel: "Annuleren",
    close: "Sluiten",
    back: "Terug",
    save: "Opslaan",
    saved: "Opgeslagen.",
    retry: "Opnieuw proberen",
    broken: "Er is iets misgegaan",
    signOut: "Uitloggen",
    home: "Naar de startpagina",
    or: "of",
    loading: "Een ogenblik…",
    working: "Bezig…",
    noScript: "Deze pagina heeft JavaScript nodig. Sta het toe in je browser en laad de pagina opnieuw."
  },
  problems: {
    required: "Dit veld is verplicht.",
    email: "Vul een geldig e-mailadres in, zoals naam@example.com.",
    invisible: "Dit e-mailadres bevat een onzichtbaar teken. Wis het en typ het opnieuw.",
    mismatch: "De wachtwoorden komen niet overeen.",
    tooShort: "Gebruik minstens {length} tekens.",
    code: "Vul de hele code in.",
    known: "Dit staat al in je lijst.",
    phrase: "Typ het precies zoals hierboven staat.",
    offline: "Je bent offline. Controleer je internetverbinding en probeer het opnieuw.",
    tooMany: "Te veel pogingen. Wacht even en probeer het opnieuw.",
    rateLimited: {
      one: "Te veel pogingen. Je kunt het over {seconds} seconde opnieuw proberen.",
      other: "Te veel pogingen. Je kunt het over {seconds} seconden opnieuw proberen."
    },
    rateLimitedMinutes: {
      one: "Te veel pogingen. Je kunt het over {minutes} minuut opnieuw proberen.",
      other: "Te veel pogingen. Je kunt het over {minutes} minuten opnieuw proberen."
    },
    rateLimitOver: "Je kunt het nu opnieuw proberen.",
    cookies: "Je browser blokkeert cookies op deze pagina. Sta ze toe of open de pagina in een nieuw venster.",
    notHere: "Deze browser kan dat hier niet. Probeer een andere manier of gebruik een andere browser.",
    provider: "De provider heeft je niet ingelogd. Probeer het opnieuw of kies een andere manier om in te loggen.",
    sessionOver: "Je bent niet meer ingelogd. Log in en probeer het opnieuw.",
    userChanged:
      "Je bent intussen van account gewisseld, dus er is niets opgeslagen. Controleer welk account is ingelogd en begin opnieuw.",
    unavailable: "De dienst is nu niet bereikbaar. Er is niets verloren gegaan. Probeer het zo meteen opnieuw.",
    notLoaded:
      "Een deel van deze pagina kon niet worden geladen. Controleer je internetverbinding en laad de pagina opnieuw.",
    unexpected:
      "Er is bij ons iets misgegaan. Probeer het opnieuw. Blijft het gebeuren, neem dan contact op met de support van deze site.",
    refused: "Het verzoek is geweigerd. Melding van de dienst: “{sentence}”",
    untrusted: "Deze site vertrouwt de pagina waar je vandaan komt niet. Je gaat daarom verder naar de startpagina.",
    reference: "Referentie: {code}"
  },
  signIn: {
    title: "Inloggen bij {project}",
    plainTitle: "Inloggen",
    with: "Doorgaan met {provider}",
    lastUsed: "Laatst gebruikt",
    passkey: "Inloggen met een passkey",
    submit: "Inloggen",
    forgot: "Wachtwoord vergeten?",
    byCode: "Liever een code per e-mail",
    byPassword: "Liever een wachtwoord gebruiken",
    sendCode: "E-mail me een code",
    codeTitle: "Check je e-mail",
    codeSent: "We hebben een code en een link gestuurd naar {email}. Vul de code in of open de link.",
    code: "Code uit de e-mail",
    noAccount: "Nog geen account?",
    signUp: "Registreren",
    noMethods: "Inloggen is uitgeschakeld",
    noMethodsHint: "Dit project heeft nog geen inlogmethoden. Schakel er een in via de projectinstellingen.",
    passkeyCancelled: "De passkey is niet gebruikt. Probeer het opnieuw of log op een andere manier in.",
    already: "Je bent ingelogd als {name}.",
    goOn: "Doorgaan",
    otherAccount: "Ander account gebruiken"
  },
  sentMail: {
    open: "{mailbox} openen",
    resend: "E-mail opnieuw sturen",
    resendIn: {
      one: "Je kunt hem over {seconds} seconde opnieuw sturen.",
      other: "Je kunt hem over {seconds} seconden opnieuw sturen."
    },
    resent: "E-mail opnieuw gestuurd.",
    otherAddress: "Ander e-mailadres gebruiken"
  },
  signUp: {
    title: "Maak een account aan bij {project}",
    plainTitle: "Account aanmaken",
    submit: "Account aanmaken",
    passwordHint: "Minstens {length} tekens.",
    haveAccount: "Heb je al een account?",
    signIn: "Inloggen",
    closed: "Registratie is gesloten",
    closedHint: "Deze site accepteert nu geen nieuwe accounts. Heb je er al een, log dan in.",
    codeHint: "We e-mailen je een code. Je hebt geen wachtwoord nodig."
  },
  leaving: {
    done: "Je bent ingelogd",
    hint: "Je wordt doorgestuurd. Gebeurt er niets, kies dan Doorgaan.",
    welcome: "Je account is klaar",
    welcomeHint:
      "Heb je je met een wachtwoord geregistreerd, open dan de link in onze e-mail om je e-mailadres te bevestigen.",
    mfa: "Nog één stap",
    mfaHint: "Je account vraagt ook om een code. Je wordt doorgestuurd. Gebeurt er niets, kies dan Doorgaan.",
    onboardingHint:
      "Je account is nog niet actief. Je wordt doorgestuurd om het verder in te stellen. Gebeurt er niets, kies dan Doorgaan.",
    goOn: "Doorgaan"
  },
  signOut: {
    title: "Uitloggen",
    ask: "Je bent ingelogd als {name}.",
    askUnknown: "Je bent ingelogd.",
    submit: "Uitloggen",
    done: "Je bent uitgelogd",
    doneHint: "Tot de volgende keer.",
    pendingHint:
      "Je bent uitgelogd op dit apparaat. De server was niet bereikbaar, dus daar blijft de sessie actief tot ze verloopt. Wil je haar eerder beëindigen, log dan opnieuw in en open Sessies in je accountinstellingen.",
    nobody: "Je bent niet ingelogd",
    nobodyHint: "Er is niets om uit te loggen.",
    again: "Opnieuw inloggen"
  },
  forgotPassword: {
    title: "Je wachtwoord opnieuw instellen",
    lead: "Vul je e-mailadres in. We sturen je een link om een nieuw wachtwoord te kiezen.",
    submit: "E-mail me een link",
    sent: "Check je e-mail",
    sentHint:
      "Als {email} een account heeft, hebben we daar een link naartoe gestuurd om een nieuw wachtwoord te kiezen. Het kan even duren voor de e-mail aankomt.",
    back: "Terug naar inloggen"
  },
  passwordReset: {
    title: "Kies een nieuw wachtwoord",
    password: "Nieuw wachtwoord",
    repeated: "Nieuw wachtwoord bevestigen",
    submit: "Wachtwoord wijzigen",
    done: "Wachtwoord gewijzigd",
    doneHint: "Je bent overal uitgelogd. Log in met het nieuwe wachtwoord.",
    broken: "Deze link is niet meer geldig",
    again: "Nieuwe link aanvragen",
    signIn: "Inloggen"
  },
  emailVerification: {
    working: "Je e-mailadres wordt bevestigd…",
    confirm: "Je e-mailadres bevestigen?",
    confirmHint: "Je bent in deze browser niet ingelogd. Ga alleen door als je deze link zelf hebt aangevraagd.",
    done: "E-mailadres bevestigd",
    doneHint: "Bedankt. Je kunt deze pagina sluiten of doorgaan.",
    used: "Al bevestigd",
    usedHint: "Deze link is al gebruikt, dus je e-mailadres is bevestigd. Je hoeft niets meer te doen.",
    broken: "Deze link is niet meer geldig",
    resend: "E-mail me een nieuwe link",
    sent: "Check je e-mail",
    resent: "We hebben je een nieuwe link gestuurd. Open die om je e-mailadres te bevestigen.",
    goOn: "Doorgaan"
  },
  onboarding: {
    verify: "Bevestig je e-mailadres",
    verifyLead: "Open de link die we naar {email} hebben gestuurd. Kun je hem niet vinden, vraag dan een nieuwe aan.",
    check: "Ik heb de link geopend",
    notVerified: "{email} is nog niet bevestigd. Open de link in de e-mail en probeer het opnieuw.",
    send: "E-mail me een link",
    sendIn: {
      one: "Je kunt over {seconds} seconde een nieuwe aanvragen.",
      other: "Je kunt over {seconds} seconden een nieuwe aanvragen."
    },
    sent: "We hebben een link gestuurd naar {email}. Het kan even duren voor de e-mail aankomt.",
    otherAddress: "Ander e-mailadres gebruiken",
    address: "Wat is je e-mailadres?",
    addressLead: "We e-mailen je een link om het te bevestigen. Daarna is je account actief.",
    waiting: "Je account is nog niet actief",
    waitingLead: "Een beheerder van deze site moet het activeren. Tot die tijd hoef je niets te doen.",
    says: "Bericht van de beheerder",
    stillWaiting: "Er is nog niets veranderd. Probeer het later opnieuw.",
    tryAgain: "Opnieuw proberen",
    signOut: "Uitloggen",
    signedOut: "Log in om door te gaan of maak een account aan.",
    signIn: "Inloggen",
    signUp: "Account aanmaken"
  },
  confirmIdentity: {
    title: "Bevestig dat jij het bent",
    lead: "Log voor je veiligheid opnieuw in voordat je verdergaat.",
    submit: "Bevestigen",
    byOtherWay: "Log voor je veiligheid opnieuw in voordat je verdergaat. Log eerst uit en daarna in als {name}.",
    signOut: "Uitloggen en doorgaan"
  },
  magicLink: {
    working: "Je wordt ingelogd…",
    confirm: "Inloggen met deze link?",
    confirmHint: "Deze link is in een andere browser of app aangevraagd. Ga alleen door als jij dat was.",
    otherHint: "Je bent ingelogd met een ander account. Ga door om over te stappen naar het account van deze link.",
    continueAs: "Doorgaan als {email}",
    broken: "Deze link is niet meer geldig",
    again: "Nieuwe link aanvragen"
  },
  oauth: {
    working: "Je wordt ingelogd…",
    broken: "Inloggen mislukt",
    missing: "Het antwoord van de provider ontbreekt in de URL van deze pagina. Begin opnieuw op de inlogpagina.",
    again: "Terug naar inloggen"
  },
  mfa: {
    title: "Multifactorauthenticatie",
    lead: "Vul de zescijferige code in die je authenticator-app voor dit account toont.",
    code: "Zescijferige code",
    submit: "Verifiëren",
    nothing: "Niets te verifiëren",
    nothingHint: "Er wacht geen inlogpoging op een code. Begin op de inlogpagina.",
    expired: "Dit duurde te lang",
    expiredHint: "De inlogpoging is verlopen. Begin opnieuw. Je wachtwoord is niet veranderd.",
    back: "Terug naar inloggen"
  },
  teamInvitation: {
    title: "Lid worden van {team}",
    plainTitle: "Teamuitnodiging",
    lead: "Je bent uitgenodigd om als {name} lid te worden van {team}.",
    accept: "Lid worden van het team",
    decline: "Afwijzen",
    declined: "Uitnodiging afgewezen",
    declinedHint: "Je bent geen lid van het team geworden. Als je van gedachten verandert, werkt de link nog.",
    done: "Welkom bij {team}",
    doneHint: "Je bent nu lid.",
    signedOut:
      "Je bent uitgenodigd voor een team. Log in met het account dat lid moet worden, of maak er een aan, om te zien welk team het is.",
    restricted: "Je account is nog niet actief. Stel het eerst verder in en word daarna lid van het team.",
    signIn: "Inloggen",
    signUp: "Account aanmaken",
    otherAccount: "Ander account gebruiken",
    mismatch: "Deze uitnodiging is voor een ander account",
    broken: "Deze uitnodiging is niet meer geldig",
    brokenHint: "Vraag een nieuwe aan degene die je heeft uitgenodigd."
  },
  agent: {
    title: "Een agent je account laten gebruiken",
    lead: "{agent} vraagt toegang als {name}. Ga alleen door als je de agent net zelf hebt gestart.",
    rights:
      "De agent kan hier maximaal 90 dagen alles doen wat jij kunt doen, totdat je de sessie beëindigt in je accountinstellingen.",
    claims: "Wat de agent over zichzelf zegt. Niemand heeft het gecontroleerd:",
    compare: "Weiger het verzoek als de agent niet deze code toont:",
    doneHint: "Je kunt deze pagina sluiten en teruggaan naar de agent.",
    deniedHint: "De agent heeft geen toegang. Als je hem niet zelf hebt gestart, hoef je verder niets te doen.",
    missing: "De code ontbreekt in de URL. Vraag de agent om een nieuwe link.",
    restricted: "Stel eerst je account verder in. Daarna kun je het verzoek toestaan of weigeren.",
    finish: "Doorgaan"
  },
  cli: {
    title: "Inloggen bij een opdrachtregelprogramma",
    lead: "Een programma op een computer vraagt toegang als {name}. Ga alleen door als je het net zelf hebt gestart.",
    compare: "Weiger het verzoek als je terminal niet deze code toont:",
    confirm: "Toestaan",
    deny: "Weigeren",
    done: "Klaar",
    doneHint: "Je kunt deze pagina sluiten en teruggaan naar de terminal.",
    denied: "Verzoek geweigerd",
    deniedHint: "Het programma is niet ingelogd. Als je het niet zelf hebt gestart, hoef je verder niets te doen.",
    signedOut: "Log eerst in. Daarna kun je het verzoek toestaan of weigeren.",
    signIn: "Inloggen",
    missing: "De code van het verzoek ontbreekt in de URL. Begin opnieuw in de terminal.",
    broken: "Dit verzoek is niet meer geldig"
  },
  userMenu: {
    label: "Accountmenu van {name}",
    nobody: "Accountmenu, uitgelogd",
    unknown: "Accountmenu",
    avatarOfNobody: "Uitgelogd",
    settings: "Accountinstellingen",
    onboarding: "Je account verder instellen",
    signOut: "Uitloggen",
    signIn: "Inloggen",
    signUp: "Account aanmaken"
  },
  accounts: {
    switchTo: "Overschakelen naar {name}",
    add: "Nog een account toevoegen",
    signOutAll: "Uitloggen bij alle accounts"
  },
  impersonation: {
    actingAs: "Je bent namens {name} ingelogd.",
    actingAsBy: "{by} is namens {name} ingelogd.",
    end: "Beëindigen"
  },
  teamSwitcher: {
    label: "Team: {team}",
    none: "Geen team",
    unnamed: "Naamloos team",
    empty: "Je zit in geen enkel team",
    settings: "Teaminstellingen",
    create: "Team aanmaken"
  },
  error: {
    hint: "Ga terug en probeer het opnieuw. Blijft het gebeuren, neem dan contact op met de support van deze site.",
    notFound: "Pagina niet gevonden",
    notFoundHint: "Misschien is het adres verkeerd gespeld of is de pagina verplaatst."
  },
  errors: {
    AccessTokenExpired: "Je inlogsessie is verlopen. Laad de pagina opnieuw en probeer het nog eens.",
    AnonymousAccountsNotEnabled: "Je hebt hier een account nodig. Maak er een aan of log in.",
    ApiKeyNotFound: "Deze API-sleutel is niet gevonden. Controleer of hij volledig is en bij dit project hoort.",
    BotChallengeFailed:
      "We konden niet vaststellen dat je een mens bent. Laad de pagina opnieuw en probeer het nog eens.",
    BotChallengeRequired: "Bevestig dat je een mens bent en probeer het opnieuw.",
    CannotDeleteCurrentSession: "Dit is de sessie die je nu gebruikt. Log in plaats daarvan uit.",
    CannotGetOwnUserWithoutUser: "Hiervoor moet je ingelogd zijn. Log in en probeer het opnieuw.",
    CliAuthError: "Dit verzoek is onbekend, verlopen of al afgehandeld. Start een nieuw verzoek in de terminal.",
    CliAuthExpiredError: "Dit verzoek is verlopen. Start een nieuw verzoek in de terminal.",
    CliAuthUsedError: "Dit verzoek is al afgehandeld. Start een nieuw verzoek in de terminal.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "Een ander account gebruikt dit adres al om in te loggen. Gebruik een ander adres.",
    EmailAlreadyVerified: "Dit e-mailadres is al bevestigd. Je hoeft niets meer te doen.",
    EmailNotAssociatedWithUser:
      "Dit e-mailadres kan hier niet worden gebruikt. Controleer de spelling of gebruik een ander adres.",
    EmailNotVerified: "Dit e-mailadres is nog niet bevestigd. Open de link in de e-mail en probeer het opnieuw.",
    EmailPasswordMismatch: "E-mailadres of wachtwoord is onjuist.",
    InvalidAuthorizationCode: "Deze inlogpoging is al afgerond of duurde te lang. Begin opnieuw.",
    InvalidOAuthClientIdOrSecret:
      "Deze site is niet goed ingesteld bij de provider. Neem contact op met de support van de site.",
    InvalidPollingCodeError: "Dit verzoek is onbekend. Start een nieuw verzoek in de terminal.",
    InvalidPublishableClientKey: "Deze site is niet goed ingesteld. Neem contact op met de support van de site.",
    InvalidScope: "Deze site vraagt een recht dat hier niet bestaat. Neem contact op met de support van de site.",
    InvalidTotpCode: "Deze code is onjuist. Gebruik de code die de app nu toont.",
    ItemNotFound: "Dit item bestaat niet in dit project. Neem contact op met de support van deze site.",
    ItemQuantityInsufficientAmount: "Er is niet genoeg over. Vul het aan en probeer het opnieuw.",
    MultiFactorAuthenticationRequired: "Je account vraagt ook om een code. Vul die in op de volgende pagina.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Deze site kan bij de provider niet namens jou handelen. Neem contact op met de support van de site.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "Dit account is al gekoppeld aan een andere gebruiker. Log in als die gebruiker of kies een ander account.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Deze site kan de provider niet om zoveel rechten vragen. Neem contact op met de support van de site.",
    OAuthProviderAccessDenied:
      "De toegang is bij de provider geweigerd. Probeer het opnieuw of log op een andere manier in.",
    OAuthProviderAccountIdAlreadyUsedForSignIn:
      "Een andere gebruiker logt al in met dit account. Gebruik een ander account.",
    OAuthProviderNotFoundOrNotEnabled: "Deze provider is hier niet ingeschakeld. Log op een andere manier in.",
    OAuthProviderTemporarilyUnavailable:
      "De provider reageert nu niet. Probeer het later opnieuw of log op een andere manier in.",
    OuterOAuthTimeout: "Het inloggen duurde te lang. Log opnieuw in.",
    PasskeyAuthenticationFailed:
      "Met deze passkey kon je niet inloggen. Probeer een andere of log op een andere manier in.",
    PasskeyAuthenticationNotEnabled: "Passkeys zijn hier niet ingeschakeld. Log op een andere manier in.",
    PasskeyRegistrationFailed:
      "De passkey kon niet worden toegevoegd. Probeer het opnieuw of gebruik een ander apparaat of een andere browser.",
    PasskeyWebAuthnError:
      "Je browser of apparaat kon de passkey niet gebruiken. Probeer het opnieuw of stap over op een ander.",
    PasswordAuthenticationNotEnabled: "Wachtwoorden zijn hier niet ingeschakeld. Log op een andere manier in.",
    PasswordConfirmationMismatch: "Het huidige wachtwoord is onjuist.",
    PasswordTooLong: "Kies een wachtwoord van hoogstens {maxLength} tekens.",
    PasswordTooShort: "Kies een wachtwoord van minstens {minLength} tekens.",
    PermissionNotFound: "Dit recht bestaat niet meer. Laad de pagina opnieuw.",
    ProjectPermissionRequired: "Je hebt hier geen rechten voor. Neem contact op met de support van deze site.",
    PublishableClientKeyRequiredForProject:
      "Deze site is niet goed ingesteld. Neem contact op met de support van de site.",
    RedirectUrlNotWhitelisted:
      "Deze site is niet toegestaan door het project. Neem contact op met de support van de site.",
    SignUpNotEnabled: "Deze site accepteert nu geen nieuwe accounts.",
    SignUpRejected: "Deze registratie is niet geaccepteerd. Neem contact op met de support van deze site.",
    TeamAlreadyExists: "Dit team bestaat al. Gebruik het of maak een ander team aan.",
    TeamInvitationEmailMismatch:
      "Deze uitnodiging is naar een ander e-mailadres gestuurd. Log daarmee in of voeg het toe aan je account.",
    TeamInvitationRestrictedUserNotAllowed:
      "Je account kan nog geen lid worden van een team. Bevestig eerst je e-mailadres of neem contact op met de support van deze site.",
    TeamMembershipNotFound: "Deze persoon zit niet in het team. Misschien heeft die het al verlaten.",
    TeamNotFound: "Dit team bestaat niet meer of je bent er geen lid meer van.",
    TeamPermissionRequired: "Je hebt hier in dit team geen rechten voor. Vraag het aan iemand die het team beheert.",
    UnparsableAccessToken: "Je inlogsessie is niet meer geldig. Log uit en weer in.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Je account is al gekoppeld aan een ander account van deze provider. Ontkoppel dat eerst.",
    UserAuthenticationRequired: "Hiervoor moet je ingelogd zijn. Log in en probeer het opnieuw.",
    UserDoesNotHavePassword: "Dit account heeft nog geen wachtwoord. Stel er een in.",
    UserIdDoesNotExist: "Deze gebruiker bestaat niet meer.",
    UserNotFound: "Deze gebruiker bestaat niet meer.",
    UserWithEmailAlreadyExists: "Er bestaat al een account met dit e-mailadres. Log in of gebruik een ander adres.",
    VerificationCodeAlreadyUsed:
      "Deze code of link is al gebruikt en werkt maar één keer. Vraag zo nodig een nieuwe aan.",
    VerificationCodeExpired: "Deze code of link is verlopen. Vraag een nieuwe aan.",
    VerificationCodeMaxAttemptsReached:
      "Te veel onjuiste pogingen: deze code is niet meer geldig. Vraag een nieuwe aan.",
    VerificationCodeNotFound: "Deze code of link is ongeldig. Controleer of hij volledig is of vraag een nieuwe aan."
  },
  account: {
    title: "Accountinstellingen",
    pageTitle: "{section} · Accountinstellingen",
    signOut: "Uitloggen",
    backToApp: "Terug naar de app",
    over: "Je bent uitgelogd",
    overHint: "Log opnieuw in om door te gaan.",
    signIn: "Inloggen",
    failed: "Dit kon niet worden geladen",
    groups: { you: "Jij", security: "Beveiliging", work: "Werk" },
    sections: {
      profile: "Profiel",
      emails: "E-mailadressen",
      password: "Wachtwoord",
      passkeys: "Passkeys",
      mfa: "Multifactorauthenticatie",
      sessions: "Sessies",
      connections: "Gekoppelde accounts",
      notifications: "Meldingen",
      "api-keys": "API-sleutels",
      teams: "Teams",
      billing: "Facturering"
    },
    leads: {
      profile: "Hoe anderen je zien.",
      emails: "Hoe we je bereiken en met welke adressen je kunt inloggen.",
      password: "Kies er een dat je nergens anders gebruikt.",
      passkeys: "Log in met je vingerafdruk, gezicht of schermvergrendeling in plaats van een wachtwoord.",
      mfa: "Voor het inloggen is ook een code uit een app op je telefoon nodig.",
      sessions: "Waar je bent ingelogd. Log elk apparaat uit dat je niet herkent.",
      connections: "Je accounts bij andere diensten.",
      notifications: "Welke e-mails je wilt ontvangen.",
      "api-keys": "Voor programma’s die namens jou handelen. Iedereen met een sleutel kan wat jij kunt.",
      teams: "Groepen mensen met wie je samenwerkt.",
      billing: "Je abonnement, je kaart en je facturen."
    },
    picture: {
      label: "Foto",
      ofTeam: "Teamfoto",
      choose: "Foto kiezen",
      remove: "Verwijderen",
      hint: "PNG, JPEG of WebP. De foto wordt vierkant bijgesneden.",
      unreadable: "Je browser kan dit bestand niet als afbeelding lezen. Kies een PNG-, JPEG- of WebP-bestand."
    },
    profile: { name: "Naam" },
    emails: {
      primary: "Primair",
      verified: "Bevestigd",
      unverified: "Niet bevestigd",
      usedForAuth: "Inloggen",
      verify: "E-mail me een link",
      sent: "We hebben een link gestuurd naar {email}. Open die om je e-mailadres te bevestigen.",
      makePrimary: "Primair maken",
      useForAuth: "Gebruiken om in te loggen",
      stopUsing: "Niet meer gebruiken om in te loggen",
      remove: "Verwijderen",
      removeTitle: "{email} verwijderen?",
      removeHint: "We sturen geen e-mail meer naar dit adres en je kunt er niet meer mee inloggen.",
      add: "E-mailadres toevoegen",
      submit: "Toevoegen",
      none: "Nog geen e-mailadres",
      noneHint: "Zonder e-mailadres kunnen we je niet bereiken en niet helpen als je je toegang kwijtraakt."
    },
    password: {
      old: "Huidig wachtwoord",
      new: "Nieuw wachtwoord",
      repeated: "Nieuw wachtwoord bevestigen",
      hint: "Minstens {length} tekens.",
      othersHint: "Je wordt overal elders uitgelogd.",
      change: "Wachtwoord wijzigen",
      set: "Wachtwoord instellen",
      setHint: "Je hebt nog geen wachtwoord. Stel er een in om ermee in te loggen.",
      changed: "Je wachtwoord is gewijzigd."
    },
    passkeys: {
      yours: "Je passkey",
      yoursHint: "Op het apparaat of in de wachtwoordmanager waar je hem hebt toegevoegd.",
      add: "Passkey toevoegen",
      replace: "Vervangen",
      replaceTitle: "Je passkey vervangen?",
      replaceHint: "Een account kan één passkey hebben. De nieuwe vervangt de oude, die niet meer werkt.",
      added: "Je passkey is klaar. Gebruik hem de volgende keer dat je inlogt.",
      cancelled: "Er is geen passkey toegevoegd. Probeer het opnieuw wanneer je wilt.",
      remove: "Verwijderen",
      removeTitle: "Je passkey verwijderen?",
      removeHint: "Je kunt er dan niet meer mee inloggen.",
      none: "Nog geen passkey",
      noneHint: "Niets om te onthouden en niets dat een phishingmail kan stelen.",
      unsupported: "Deze browser kan geen passkeys maken. Probeer een andere browser of een ander apparaat."
    },
    mfa: {
      off: "Multifactorauthenticatie staat uit",
      offHint: "Schakel het in, zodat een gestolen wachtwoord niet genoeg is om in te loggen.",
      begin: "Instellen",
      scan: "Scan dit met een authenticator-app",
      scanHint: "Gebruik een willekeurige authenticator-app of een wachtwoordmanager die codes genereert.",
      qr: "QR-code voor de authenticator-app",
      secret: "Of vul deze sleutel in de app in",
      code: "Zescijferige code",
      codeHint: "Staat in de app.",
      submit: "Inschakelen",
      on: "Multifactorauthenticatie staat aan",
      onHint:
        "Bewaar de app: zonder de codes kun je niet inloggen. Er zijn geen herstelcodes, dus voeg het account ook op een tweede apparaat toe of bewaar de sleutel op een veilige plek.",
      turnOff: "Uitschakelen",
      turnOffTitle: "Multifactorauthenticatie uitschakelen?",
      turnOffHint: "Alleen je wachtwoord is dan genoeg om in te loggen."
    },
    sessions: {
      agents: "Agenten",
      agentsHint: "Programma’s die je account mogen gebruiken. Ze kunnen alles doen wat jij kunt doen.",
      unknown: "Ander apparaat",
      place: "{city}, {country}",
      current: "Dit apparaat",
      lastUsed: "Actief {time}",
      device: "{browser} op {system}",
      more: { one: "Nog {count} tonen", other: "Nog {count} tonen" },
      signedIn: "Ingelogd {time}",
      address: "IP-adres {ip}",
      revoke: "Uitloggen",
      revokeTitle: "Deze sessie uitloggen?",
      revokeHint: "Dat apparaat moet dan opnieuw inloggen.",
      revokeOthers: "Overal elders uitloggen",
      revokeOthersTitle: "Overal elders uitloggen?",
      revokeOthersHint: "Je blijft hier ingelogd. Alle andere apparaten moeten opnieuw inloggen.",
      only: "Je bent nergens anders ingelogd."
    },
    connections: {
      signIn: "Inloggen",
      link: "{provider} koppelen",
      unlink: "Ontkoppelen",
      unlinkTitle: "{provider} ontkoppelen?",
      unlinkHint: "Je kunt er dan niet meer mee inloggen en deze site verliest de toegang tot dat account.",
      lastWayHint:
        "Dit is je enige manier om in te loggen. Stel eerst een wachtwoord in of voeg een passkey toe, anders kun je niet meer inloggen.",
      none: "Geen gekoppelde accounts",
      noneHint: "Koppel er een om met één klik in te loggen."
    },
    notifications: {
      always: "Altijd aan",
      kinds: {
        Transactional: {
          name: "Account en beveiliging",
          hint: "Codes, links en beveiligingsmeldingen voor je account."
        },
        Marketing: { name: "Nieuws en aanbiedingen", hint: "Af en toe updates en acties." }
      },
      none: "Niets te kiezen",
      noneHint: "Deze site stuurt geen e-mails die je kunt uitschakelen."
    },
    billing: {
      plans: "Je abonnement",
      renews: "Wordt verlengd op {time}",
      ends: "Wordt niet verlengd",
      switchTo: "Overstappen op {name}",
      switchTitle: "Overstappen op {name}?",
      switchHint: "Het gaat nu in. We brengen het verschil in rekening op je kaart.",
      cancel: "Abonnement opzeggen",
      cancelTitle: "{name} opzeggen?",
      cancelHint: "Je verliest wat erbij hoort, uiterlijk aan het einde van de periode.",
      none: "Nog geen abonnement",
      noneHint: "Als je er een koopt, kun je het hier beheren.",
      card: "Kaart",
      cardEnding: "{brand} eindigend op {lastFour}",
      cardExpires: "Verloopt {month}/{year}",
      noCard: "Er is geen kaart opgeslagen.",
      invoices: "Facturen",
      statuses: {
        draft: "Concept",
        open: "Onbetaald",
        paid: "Betaald",
        uncollectible: "Onbetaald",
        void: "Geannuleerd"
      },
      view: "Bekijken"
    },
    apiKeys: {
      description: "Waar is de sleutel voor?",
      lifetime: "Verloopt na",
      lifetimes: { "7": "7 dagen", "30": "30 dagen", "90": "90 dagen", "365": "1 jaar", never: "Nooit" },
      create: "Sleutel aanmaken",
      created: "Kopieer nu de sleutel “{description}”",
      createdHint: "Hij wordt niet opnieuw getoond. Behandel hem als een wachtwoord.",
      value: "API-sleutel",
      dismiss: "Ik heb hem gekopieerd",
      ending: "Eindigt op {lastFour}",
      createdOn: "Aangemaakt: {time}",
      expires: "Verloopt: {time}",
      never: "Verloopt nooit",
      expired: "Verlopen",
      revoked: "Ingetrokken",
      revoke: "Intrekken",
      revokeTitle: "“{description}” intrekken?",
      revokeHint: "Programma’s die hem gebruiken, verliezen meteen de toegang. Dit kan niet ongedaan worden gemaakt.",
      none: "Nog geen API-sleutels",
      noneHint: "Maak er een aan voor een script of een server."
    },
    teams: {
      title: "Teaminstellingen",
      pageTitle: "{team} · Teaminstellingen",
      team: "Team",
      current: "Huidig",
      unnamed: "Naamloos team",
      open: "Instellingen",
      select: "Overschakelen",
      create: "Team aanmaken",
      name: "Teamnaam",
      submit: "Aanmaken",
      none: "Nog geen teams",
      noneHint: "Maak er een aan of vraag een teamlid om je uit te nodigen.",
      all: "Alle teams",
      missing: "Je zit niet in dit team",
      missingHint: "Misschien heb je het verlaten of is de link niet voor dit account.",
      you: "Jij",
      yourName: "Je naam in dit team",
      yourNameHint: "Leden van dit team zien deze in plaats van je profielnaam.",
      members: "Leden",
      unnamedMember: "Naamloos lid",
      removeMember: "Verwijderen",
      removeMemberTitle: "{name} uit het team verwijderen?",
      removeMemberHint: "Deze persoon verliest de toegang tot alles in het team. Je kunt die opnieuw uitnodigen.",
      invitations: "Uitnodigingen",
      inviteEmail: "Uitnodigen per e-mail",
      invite: "Uitnodigen",
      invited: "We hebben een uitnodiging gestuurd naar {email}.",
      expires: "Verloopt: {time}",
      revokeInvitation: "Intrekken",
      noInvitations: "Geen openstaande uitnodigingen.",
      apiKeys: "API-sleutels",
      leave: "Team verlaten",
      leaveTitle: "{team} verlaten?",
      leaveHint: "Je verliest de toegang tot alles in het team. Om terug te komen heb je een nieuwe uitnodiging nodig.",
      delete: "Team verwijderen",
      deleteTitle: "{team} verwijderen?",
      deleteHint: "Het team wordt voor alle leden verwijderd. Dit kan niet ongedaan worden gemaakt."
    },
    delete: {
      title: "Account verwijderen",
      hint:
        "Je profiel, e-mailadressen, sessies en API-sleutels worden verwijderd. Teams blijven bestaan voor de andere leden.",
      typed: "Typ {phrase} om te bevestigen",
      submit: "Mijn account verwijderen"
    },
    copy: { label: "Kopiëren", done: "Gekopieerd." }
  }
}

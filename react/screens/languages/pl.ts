/** Polish texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const pl: Translation<"one" | "few" | "many"> = {
  lang: "pl",
  dir: "ltr",
  common: {
    email: "Adres e-mail",
    password: "Hasło",
    showPassword: "Pokaż",
    continue: "Kontynuuj",
    cancel: "Anuluj",
    close: "Zamknij",
    back: "Wstecz",
    save: "Zapisz",
    saved: "Zapisano.",
    retry: "Spróbuj ponownie",
    broken: "Coś poszło nie tak",
    signOut: "Wyloguj się",
    home: "Przejdź do strony głównej",
    or: "lub",
    loading: "Chwileczkę…",
    working: "Trwa przetwarzanie…",
    noScript: "Ta strona wymaga JavaScriptu. Włącz go w przeglądarce, a potem odśwież stronę."
  },
  problems: {
    required: "To pole jest wymagane.",
    email: "Wpisz prawidłowy adres e-mail, na przykład nazwa@example.com.",
    invisible: "Ten adres e-mail zawiera niewidoczny znak. Usuń adres i wpisz go ponownie.",
    mismatch: "Hasła nie są takie same.",
    tooShort: "Minimalna liczba znaków: {length}.",
    code: "Wpisz cały kod.",
    known: "To już jest na Twojej liście.",
    phrase: "Wpisz tekst dokładnie tak, jak pokazano powyżej.",
    offline: "Brak połączenia z internetem. Sprawdź połączenie i spróbuj ponownie.",
    tooMany: "Zbyt wiele prób. Odczekaj chwilę i spróbuj ponownie.",
    rateLimited: {
      one: "Zbyt wiele prób. Spróbuj ponownie za {seconds} sekundę.",
      few: "Zbyt wiele prób. Spróbuj ponownie za {seconds} sekundy.",
      many: "Zbyt wiele prób. Spróbuj ponownie za {seconds} sekund.",
      other: "Zbyt wiele prób. Spróbuj ponownie za {seconds} sekundy."
    },
    rateLimitedMinutes: {
      one: "Zbyt wiele prób. Spróbuj ponownie za {minutes} minutę.",
      few: "Zbyt wiele prób. Spróbuj ponownie za {minutes} minuty.",
      many: "Zbyt wiele prób. Spróbuj ponownie za {minutes} minut.",
      other: "Zbyt wiele prób. Spróbuj ponownie za {minutes} minuty."
    },
    rateLimitOver: "Możesz już spróbować ponownie.",
    cookies: "Przeglądarka blokuje pliki cookie na tej stronie. Zezwól na nie albo otwórz stronę w nowym oknie.",
    notHere: "W tej przeglądarce nie można tego tutaj zrobić. Wybierz inny sposób albo użyj innej przeglądarki.",
    provider: "Logowanie u dostawcy się nie powiodło. Spróbuj ponownie albo wybierz inny sposób logowania.",
    sessionOver: "Twoja sesja się zakończyła. Zaloguj się i spróbuj ponownie.",
    userChanged:
      "W międzyczasie zmieniono konto, więc nic nie zapisano. Sprawdź, które konto jest zalogowane, i zacznij od nowa.",
    unavailable: "Usługa jest chwilowo niedostępna. Nic nie zostało utracone. Spróbuj ponownie za chwilę.",
    notLoaded: "Nie udało się wczytać części tej strony. Sprawdź połączenie z internetem i odśwież stronę.",
    unexpected:
      "Wystąpił błąd po naszej stronie. Spróbuj ponownie. Jeśli problem się powtarza, skontaktuj się z obsługą tej witryny.",
    refused: "Żądanie zostało odrzucone. Komunikat usługi: „{sentence}”",
    untrusted:
      "Ta witryna nie ufa stronie, z której pochodzi przekierowanie, więc zamiast tego otworzymy stronę główną.",
    reference: "Identyfikator: {code}"
  },
  signIn: {
    title: "Zaloguj się do {project}",
    plainTitle: "Zaloguj się",
    with: "Kontynuuj przez {provider}",
    lastUsed: "Ostatnio używane",
    passkey: "Zaloguj się kluczem dostępu",
    submit: "Zaloguj się",
    forgot: "Nie pamiętasz hasła?",
    byCode: "Wyślij mi zamiast tego kod e-mailem",
    byPassword: "Użyj zamiast tego hasła",
    sendCode: "Wyślij mi kod e-mailem",
    codeTitle: "Sprawdź pocztę",
    codeSent: "Na adres {email} wysłaliśmy kod i link. Wpisz kod albo otwórz link.",
    code: "Kod z e-maila",
    noAccount: "Nie masz jeszcze konta?",
    signUp: "Zarejestruj się",
    noMethods: "Logowanie jest wyłączone",
    noMethodsHint: "Ten projekt nie ma jeszcze żadnej metody logowania. Włącz ją w ustawieniach projektu.",
    passkeyCancelled: "Klucz dostępu nie został użyty. Spróbuj ponownie albo zaloguj się w inny sposób.",
    already: "Zalogowano jako {name}.",
    goOn: "Kontynuuj",
    otherAccount: "Użyj innego konta"
  },
  sentMail: {
    open: "Otwórz {mailbox}",
    resend: "Wyślij e-mail ponownie",
    resendIn: {
      one: "Możesz wysłać go ponownie za {seconds} sekundę.",
      few: "Możesz wysłać go ponownie za {seconds} sekundy.",
      many: "Możesz wysłać go ponownie za {seconds} sekund.",
      other: "Możesz wysłać go ponownie za {seconds} sekundy."
    },
    resent: "E-mail wysłano ponownie.",
    otherAddress: "Użyj innego adresu e-mail"
  },
  signUp: {
    title: "Utwórz konto {project}",
    plainTitle: "Utwórz konto",
    submit: "Utwórz konto",
    passwordHint: "Minimalna liczba znaków: {length}.",
    haveAccount: "Masz już konto?",
    signIn: "Zaloguj się",
    closed: "Rejestracja jest zamknięta",
    closedHint: "Ta witryna nie przyjmuje obecnie nowych kont. Jeśli masz już konto, zaloguj się.",
    codeHint: "Wyślemy Ci kod e-mailem. Hasło nie jest potrzebne."
  },
  leaving: {
    done: "Zalogowano",
    hint: "Za chwilę nastąpi przekierowanie. Jeśli nic się nie dzieje, wybierz „Kontynuuj”.",
    welcome: "Twoje konto jest gotowe",
    welcomeHint: "Jeśli konto utworzono z hasłem, otwórz link wysłany e-mailem, aby potwierdzić swój adres.",
    mfa: "Jeszcze jeden krok",
    mfaHint:
      "Twoje konto wymaga też kodu. Za chwilę nastąpi przekierowanie. Jeśli nic się nie dzieje, wybierz „Kontynuuj”.",
    onboardingHint:
      "Twoje konto nie jest jeszcze aktywne. Za chwilę nastąpi przekierowanie do dokończenia konfiguracji. Jeśli nic się nie dzieje, wybierz „Kontynuuj”.",
    goOn: "Kontynuuj"
  },
  signOut: {
    title: "Wyloguj się",
    ask: "Zalogowano jako {name}.",
    askUnknown: "Zalogowano.",
    submit: "Wyloguj się",
    done: "Wylogowano",
    doneHint: "Do zobaczenia.",
    pendingHint:
      "Wylogowano na tym urządzeniu. Nie udało się połączyć z serwerem, więc sesja pozostanie tam aktywna, dopóki nie wygaśnie. Aby zakończyć ją wcześniej, zaloguj się ponownie i otwórz „Sesje” w ustawieniach konta.",
    nobody: "Brak zalogowanego konta",
    nobodyHint: "Nie ma z czego się wylogować.",
    again: "Zaloguj się ponownie"
  },
  forgotPassword: {
    title: "Zresetuj hasło",
    lead: "Wpisz swój adres e-mail. Wyślemy Ci link do ustawienia nowego hasła.",
    submit: "Wyślij mi link",
    sent: "Sprawdź pocztę",
    sentHint:
      "Jeśli z adresem {email} jest powiązane konto, wysłaliśmy na niego link do ustawienia nowego hasła. Może dotrzeć dopiero za minutę.",
    back: "Wróć do logowania"
  },
  passwordReset: {
    title: "Ustaw nowe hasło",
    password: "Nowe hasło",
    repeated: "Powtórz nowe hasło",
    submit: "Zmień hasło",
    done: "Hasło zmienione",
    doneHint: "Wylogowano Cię ze wszystkich urządzeń. Zaloguj się nowym hasłem.",
    broken: "Ten link jest już nieważny",
    again: "Uzyskaj nowy link",
    signIn: "Zaloguj się"
  },
  emailVerification: {
    working: "Potwierdzanie adresu e-mail…",
    confirm: "Potwierdzić adres e-mail?",
    confirmHint:
      "W tej przeglądarce nie ma zalogowanego konta. Kontynuuj tylko wtedy, gdy prośba o ten link pochodzi od Ciebie.",
    done: "Adres e-mail potwierdzony",
    doneHint: "Dziękujemy. Możesz zamknąć tę stronę albo kontynuować.",
    used: "Adres już potwierdzony",
    usedHint: "Ten link został już użyty, więc Twój adres e-mail jest potwierdzony. Nie musisz robić nic więcej.",
    broken: "Ten link jest już nieważny",
    resend: "Wyślij mi nowy link",
    sent: "Sprawdź pocztę",
    resent: "Wysłaliśmy Ci nowy link. Otwórz go, aby potwierdzić adres e-mail.",
    goOn: "Kontynuuj"
  },
  onboarding: {
    verify: "Potwierdź swój adres e-mail",
    verifyLead: "Otwórz link wysłany na adres {email}. Jeśli nie możesz go znaleźć, poproś o nowy.",
    check: "Link już otwarty",
    notVerified: "Adres {email} nie jest jeszcze potwierdzony. Otwórz link z e-maila i spróbuj ponownie.",
    send: "Wyślij mi link",
    sendIn: {
      one: "Możesz poprosić o kolejny za {seconds} sekundę.",
      few: "Możesz poprosić o kolejny za {seconds} sekundy.",
      many: "Możesz poprosić o kolejny za {seconds} sekund.",
      other: "Możesz poprosić o kolejny za {seconds} sekundy."
    },
    sent: "Na adres {email} wysłaliśmy link. Może dotrzeć dopiero za minutę.",
    otherAddress: "Użyj innego adresu e-mail",
    address: "Jaki jest Twój adres e-mail?",
    addressLead: "Wyślemy Ci link, aby go potwierdzić. Potem Twoje konto będzie aktywne.",
    waiting: "Twoje konto nie jest jeszcze aktywne",
    waitingLead: "Musi je aktywować administrator tej witryny. Do tego czasu nie musisz nic robić.",
    says: "Wiadomość od administratora",
    stillWaiting: "Nic się jeszcze nie zmieniło. Spróbuj ponownie później.",
    tryAgain: "Spróbuj ponownie",
    signOut: "Wyloguj się",
    signedOut: "Zaloguj się, aby kontynuować, albo utwórz konto.",
    signIn: "Zaloguj się",
    signUp: "Utwórz konto"
  },
  confirmIdentity: {
    title: "Potwierdź, że to Ty",
    lead: "Ze względów bezpieczeństwa zaloguj się ponownie, zanim przejdziesz dalej.",
    submit: "Potwierdź",
    byOtherWay:
      "Ze względów bezpieczeństwa zaloguj się ponownie, zanim przejdziesz dalej. Najpierw się wyloguj, a potem zaloguj jako {name}.",
    signOut: "Wyloguj się i przejdź dalej"
  },
  magicLink: {
    working: "Logowanie…",
    confirm: "Zalogować się tym linkiem?",
    confirmHint:
      "O ten link poproszono w innej przeglądarce lub aplikacji. Kontynuuj tylko wtedy, gdy prośba pochodzi od Ciebie.",
    otherHint: "Zalogowane jest inne konto. Kontynuuj, aby przełączyć się na konto, którego dotyczy ten link.",
    continueAs: "Kontynuuj jako {email}",
    broken: "Ten link jest już nieważny",
    again: "Uzyskaj nowy link"
  },
  oauth: {
    working: "Logowanie…",
    broken: "Logowanie nie powiodło się",
    missing: "W adresie URL tej strony brakuje odpowiedzi dostawcy. Zacznij od nowa na stronie logowania.",
    again: "Wróć do logowania"
  },
  mfa: {
    title: "Uwierzytelnianie wieloskładnikowe",
    lead: "Wpisz sześciocyfrowy kod, który aplikacja uwierzytelniająca pokazuje dla tego konta.",
    code: "Sześciocyfrowy kod",
    submit: "Potwierdź",
    nothing: "Nie ma czego potwierdzać",
    nothingHint: "Żadne logowanie nie czeka na kod. Zacznij na stronie logowania.",
    expired: "Czas minął",
    expiredHint: "Logowanie wygasło. Zacznij od nowa. Twoje hasło się nie zmieniło.",
    back: "Wróć do logowania"
  },
  teamInvitation: {
    title: "Dołącz do zespołu {team}",
    plainTitle: "Zaproszenie do zespołu",
    lead: "Masz zaproszenie do zespołu {team}. Dołączysz jako {name}.",
    accept: "Dołącz do zespołu",
    decline: "Odrzuć",
    declined: "Zaproszenie odrzucone",
    declinedHint: "Nie należysz do zespołu. Jeśli zmienisz zdanie, link nadal działa.",
    done: "Witaj w zespole {team}",
    doneHint: "Od teraz należysz do zespołu.",
    signedOut:
      "Masz zaproszenie do zespołu. Aby sprawdzić, do którego, zaloguj się na konto, które ma dołączyć, albo utwórz nowe.",
    restricted: "Twoje konto nie jest jeszcze aktywne. Najpierw dokończ jego konfigurację, a potem dołącz do zespołu.",
    signIn: "Zaloguj się",
    signUp: "Utwórz konto",
    otherAccount: "Użyj innego konta",
    mismatch: "To zaproszenie jest dla innego konta",
    broken: "To zaproszenie jest już nieważne",
    brokenHint: "Poproś o nowe osobę, od której je masz."
  },
  agent: {
    title: "Pozwól agentowi korzystać z Twojego konta",
    lead:
      "{agent} prosi o dostęp jako {name}. Kontynuuj tylko wtedy, gdy agent został przed chwilą uruchomiony przez Ciebie.",
    rights:
      "Agent może tu robić wszystko to co Ty, przez maksymalnie 90 dni, dopóki nie zakończysz jego sesji w ustawieniach konta.",
    claims: "Co agent mówi o sobie. Nikt tego nie sprawdził:",
    compare: "Odrzuć prośbę, jeśli agent nie pokazuje tego kodu:",
    doneHint: "Możesz zamknąć tę stronę i wrócić do agenta.",
    deniedHint: "Agent nie ma dostępu. Jeśli prośba nie pochodzi od Ciebie, nie musisz robić nic więcej.",
    missing: "W adresie URL brakuje kodu. Poproś agenta o nowy link.",
    restricted: "Najpierw dokończ konfigurację konta. Potem możesz zezwolić na dostęp albo odrzucić prośbę.",
    finish: "Dalej"
  },
  cli: {
    title: "Zaloguj się do narzędzia wiersza poleceń",
    lead:
      "Program na komputerze prosi o dostęp jako {name}. Kontynuuj tylko wtedy, gdy program został przed chwilą uruchomiony przez Ciebie.",
    compare: "Odrzuć prośbę, jeśli terminal nie pokazuje tego kodu:",
    confirm: "Zezwól",
    deny: "Odrzuć",
    done: "Gotowe",
    doneHint: "Możesz zamknąć tę stronę i wrócić do terminala.",
    denied: "Prośba odrzucona",
    deniedHint: "Program nie został zalogowany. Jeśli prośba nie pochodzi od Ciebie, nie musisz robić nic więcej.",
    signedOut: "Najpierw się zaloguj. Potem możesz zezwolić na dostęp albo odrzucić prośbę.",
    signIn: "Zaloguj się",
    missing: "W adresie URL brakuje kodu prośby. Zacznij od nowa w terminalu.",
    broken: "Ta prośba jest już nieważna"
  },
  userMenu: {
    label: "Menu konta: {name}",
    nobody: "Menu konta, brak zalogowanego konta",
    unknown: "Menu konta",
    avatarOfNobody: "Brak zalogowanego konta",
    settings: "Ustawienia konta",
    onboarding: "Dokończ konfigurację konta",
    signOut: "Wyloguj się",
    signIn: "Zaloguj się",
    signUp: "Utwórz konto"
  },
  accounts: {
    switchTo: "Przełącz na {name}",
    add: "Dodaj kolejne konto",
    signOutAll: "Wyloguj się ze wszystkich kont"
  },
  impersonation: {
    actingAs: "Zalogowano jako {name}, w imieniu tej osoby.",
    actingAsBy: "{by} działa jako {name}, w imieniu tej osoby.",
    end: "Zakończ"
  },
  teamSwitcher: {
    label: "Zespół: {team}",
    none: "Brak zespołu",
    unnamed: "Zespół bez nazwy",
    empty: "Nie należysz do żadnego zespołu",
    settings: "Ustawienia zespołu",
    create: "Utwórz zespół"
  },
  error: {
    hint: "Wróć i spróbuj ponownie. Jeśli problem się powtarza, skontaktuj się z obsługą tej witryny.",
    notFound: "Nie znaleziono strony",
    notFoundHint: "Adres może zawierać literówkę albo strona została przeniesiona."
  },
  errors: {
    AccessTokenExpired: "Twoja sesja wygasła. Odśwież stronę i spróbuj ponownie.",
    AnonymousAccountsNotEnabled: "Potrzebne jest tu konto. Utwórz je albo zaloguj się.",
    ApiKeyNotFound: "Nie znaleziono tego klucza API. Sprawdź, czy jest kompletny i należy do tego projektu.",
    BotChallengeFailed: "Nie udało się potwierdzić, że jesteś człowiekiem. Odśwież stronę i spróbuj ponownie.",
    BotChallengeRequired: "Potwierdź, że jesteś człowiekiem, i spróbuj ponownie.",
    CannotDeleteCurrentSession: "To sesja, z której teraz korzystasz. Zamiast tego wyloguj się.",
    CannotGetOwnUserWithoutUser: "To wymaga zalogowania. Zaloguj się i spróbuj ponownie.",
    CliAuthError: "Ta prośba jest nieznana, wygasła albo została już rozpatrzona. Rozpocznij nową w terminalu.",
    CliAuthExpiredError: "Ta prośba wygasła. Rozpocznij nową w terminalu.",
    CliAuthUsedError: "Ta prośba została już rozpatrzona. Rozpocznij nową w terminalu.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse: "Tego adresu do logowania używa już inne konto. Użyj innego adresu.",
    EmailAlreadyVerified: "Ten adres e-mail jest już potwierdzony. Nie musisz robić nic więcej.",
    EmailNotAssociatedWithUser: "Nie można tu użyć tego adresu e-mail. Sprawdź pisownię albo użyj innego.",
    EmailNotVerified: "Ten adres e-mail nie jest jeszcze potwierdzony. Otwórz link z e-maila i spróbuj ponownie.",
    EmailPasswordMismatch: "Nieprawidłowy adres e-mail lub hasło.",
    InvalidAuthorizationCode: "To logowanie zostało już zakończone albo trwało zbyt długo. Zacznij od nowa.",
    InvalidOAuthClientIdOrSecret:
      "Ta witryna nie jest poprawnie skonfigurowana u dostawcy. Skontaktuj się z jej obsługą.",
    InvalidPollingCodeError: "Ta prośba jest nieznana. Rozpocznij nową w terminalu.",
    InvalidPublishableClientKey: "Ta witryna nie jest poprawnie skonfigurowana. Skontaktuj się z jej obsługą.",
    InvalidScope: "Ta witryna prosi o uprawnienie, które tu nie istnieje. Skontaktuj się z jej obsługą.",
    InvalidTotpCode: "Ten kod jest nieprawidłowy. Użyj kodu, który aplikacja pokazuje teraz.",
    ItemNotFound: "Ten element nie istnieje w tym projekcie. Skontaktuj się z obsługą tej witryny.",
    ItemQuantityInsufficientAmount: "Pozostała ilość nie wystarcza. Uzupełnij ją i spróbuj ponownie.",
    MultiFactorAuthenticationRequired: "Twoje konto wymaga też kodu. Wpisz go na następnej stronie.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Ta witryna nie może działać u dostawcy w Twoim imieniu. Skontaktuj się z jej obsługą.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "To konto jest już połączone z innym kontem w tej witrynie. Zaloguj się na tamto konto albo połącz inne.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Ta witryna nie może prosić dostawcy o tak szerokie uprawnienia. Skontaktuj się z jej obsługą.",
    OAuthProviderAccessDenied: "Odmówiono dostępu u dostawcy. Spróbuj ponownie albo zaloguj się w inny sposób.",
    OAuthProviderAccountIdAlreadyUsedForSignIn: "Ktoś inny loguje się już tym kontem. Użyj innego.",
    OAuthProviderNotFoundOrNotEnabled: "Ten dostawca nie jest tu włączony. Zaloguj się w inny sposób.",
    OAuthProviderTemporarilyUnavailable:
      "Dostawca chwilowo nie odpowiada. Spróbuj ponownie później albo zaloguj się w inny sposób.",
    OuterOAuthTimeout: "Logowanie trwało zbyt długo. Zaloguj się ponownie.",
    PasskeyAuthenticationFailed:
      "Nie udało się zalogować tym kluczem dostępu. Użyj innego albo zaloguj się w inny sposób.",
    PasskeyAuthenticationNotEnabled: "Klucze dostępu nie są tu włączone. Zaloguj się w inny sposób.",
    PasskeyRegistrationFailed:
      "Nie udało się dodać klucza dostępu. Spróbuj ponownie albo użyj innego urządzenia lub przeglądarki.",
    PasskeyWebAuthnError:
      "Przeglądarka lub urządzenie nie mogło użyć klucza dostępu. Spróbuj ponownie albo użyj innego urządzenia.",
    PasswordAuthenticationNotEnabled: "Hasła nie są tu włączone. Zaloguj się w inny sposób.",
    PasswordConfirmationMismatch: "Obecne hasło jest nieprawidłowe.",
    PasswordTooLong: "Wybierz krótsze hasło. Maksymalna liczba znaków: {maxLength}.",
    PasswordTooShort: "Wybierz dłuższe hasło. Minimalna liczba znaków: {minLength}.",
    PermissionNotFound: "To uprawnienie już nie istnieje. Odśwież stronę.",
    ProjectPermissionRequired: "Nie masz potrzebnych uprawnień. Skontaktuj się z obsługą tej witryny.",
    PublishableClientKeyRequiredForProject:
      "Ta witryna nie jest poprawnie skonfigurowana. Skontaktuj się z jej obsługą.",
    RedirectUrlNotWhitelisted: "Projekt nie zezwala na tę witrynę. Skontaktuj się z jej obsługą.",
    SignUpNotEnabled: "Ta witryna nie przyjmuje obecnie nowych kont.",
    SignUpRejected: "Ta rejestracja nie została przyjęta. Skontaktuj się z obsługą tej witryny.",
    TeamAlreadyExists: "Ten zespół już istnieje. Skorzystaj z niego albo utwórz inny.",
    TeamInvitationEmailMismatch:
      "To zaproszenie wysłano na inny adres e-mail. Zaloguj się przy użyciu tamtego adresu albo dodaj go do swojego konta.",
    TeamInvitationRestrictedUserNotAllowed:
      "Twoje konto nie może jeszcze dołączać do zespołów. Najpierw potwierdź swój adres e-mail albo skontaktuj się z obsługą tej witryny.",
    TeamMembershipNotFound: "Tej osoby nie ma w zespole. Być może już go opuściła.",
    TeamNotFound: "Ten zespół już nie istnieje albo już do niego nie należysz.",
    TeamPermissionRequired: "Nie masz potrzebnych uprawnień w tym zespole. Zwróć się do osoby, która nim zarządza.",
    UnparsableAccessToken: "Twoja sesja jest już nieważna. Wyloguj się i zaloguj ponownie.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Twoje konto jest już połączone z innym kontem tego dostawcy. Najpierw je odłącz.",
    UserAuthenticationRequired: "To wymaga zalogowania. Zaloguj się i spróbuj ponownie.",
    UserDoesNotHavePassword: "To konto nie ma jeszcze hasła. Ustaw je.",
    UserIdDoesNotExist: "Ten użytkownik już nie istnieje.",
    UserNotFound: "Ten użytkownik już nie istnieje.",
    UserWithEmailAlreadyExists: "Konto z tym adresem e-mail już istnieje. Zaloguj się albo użyj innego adresu.",
    VerificationCodeAlreadyUsed:
      "Ten kod lub link został już użyty, a działa tylko raz. W razie potrzeby poproś o nowy.",
    VerificationCodeExpired: "Ten kod lub link wygasł. Poproś o nowy.",
    VerificationCodeMaxAttemptsReached: "Zbyt wiele błędnych prób: ten kod jest już nieważny. Poproś o nowy.",
    VerificationCodeNotFound: "Ten kod lub link jest nieprawidłowy. Sprawdź, czy jest kompletny, albo poproś o nowy."
  },
  account: {
    title: "Ustawienia konta",
    pageTitle: "{section} · Ustawienia konta",
    signOut: "Wyloguj się",
    backToApp: "Wróć do aplikacji",
    over: "Wylogowano",
    overHint: "Zaloguj się ponownie, aby kontynuować.",
    signIn: "Zaloguj się",
    failed: "Nie udało się wczytać",
    groups: { you: "Ty", security: "Bezpieczeństwo", work: "Praca" },
    sections: {
      profile: "Profil",
      emails: "Adresy e-mail",
      password: "Hasło",
      passkeys: "Klucze dostępu",
      mfa: "Uwierzytelnianie wieloskładnikowe",
      sessions: "Sesje",
      connections: "Połączone konta",
      notifications: "Powiadomienia",
      "api-keys": "Klucze API",
      teams: "Zespoły",
      billing: "Płatności"
    },
    leads: {
      profile: "Jak widzą Cię inni.",
      emails: "Jak się z Tobą kontaktujemy i którymi adresami możesz się logować.",
      password: "Wybierz hasło, którego nie używasz nigdzie indziej.",
      passkeys: "Zamiast hasła użyj do logowania odcisku palca, twarzy lub blokady ekranu.",
      mfa: "Logowanie wymaga też kodu z aplikacji w telefonie.",
      sessions: "Gdzie Twoje konto jest zalogowane. Wyloguj każde urządzenie, którego nie rozpoznajesz.",
      connections: "Twoje konta w innych usługach.",
      notifications: "Które e-maile chcesz otrzymywać.",
      "api-keys": "Dla programów działających w Twoim imieniu. Każdy, kto ma klucz, może zrobić to, co Ty.",
      teams: "Grupy osób, z którymi pracujesz.",
      billing: "Twój plan, karta i faktury."
    },
    picture: {
      label: "Zdjęcie",
      ofTeam: "Zdjęcie zespołu",
      choose: "Wybierz zdjęcie",
      remove: "Usuń",
      hint: "PNG, JPEG lub WebP. Zdjęcie zostanie przycięte do kwadratu.",
      unreadable: "Przeglądarka nie może odczytać tego pliku jako zdjęcia. Wybierz plik PNG, JPEG lub WebP."
    },
    profile: { name: "Nazwa" },
    emails: {
      primary: "Główny",
      verified: "Potwierdzony",
      unverified: "Niepotwierdzony",
      usedForAuth: "Logowanie",
      verify: "Wyślij mi link",
      sent: "Na adres {email} wysłaliśmy link. Otwórz go, aby potwierdzić adres e-mail.",
      makePrimary: "Ustaw jako główny",
      useForAuth: "Używaj do logowania",
      stopUsing: "Nie używaj do logowania",
      remove: "Usuń",
      removeTitle: "Usunąć adres {email}?",
      removeHint: "Nie będziemy już wysyłać e-maili na ten adres i nie będzie można się nim logować.",
      add: "Dodaj adres e-mail",
      submit: "Dodaj",
      none: "Brak adresu e-mail",
      noneHint: "Bez niego nie możemy się z Tobą skontaktować ani pomóc Ci w razie utraty dostępu."
    },
    password: {
      old: "Obecne hasło",
      new: "Nowe hasło",
      repeated: "Powtórz nowe hasło",
      hint: "Minimalna liczba znaków: {length}.",
      othersHint: "Wszystkie pozostałe sesje zostaną wylogowane.",
      change: "Zmień hasło",
      set: "Ustaw hasło",
      setHint: "Nie masz jeszcze hasła. Ustaw je, aby się nim logować.",
      changed: "Twoje hasło zostało zmienione."
    },
    passkeys: {
      yours: "Twój klucz dostępu",
      yoursHint: "Na urządzeniu lub w menedżerze haseł, w którym został dodany.",
      add: "Dodaj klucz dostępu",
      replace: "Zastąp",
      replaceTitle: "Zastąpić klucz dostępu?",
      replaceHint: "Konto może mieć jeden klucz dostępu. Nowy zastąpi dotychczasowy, który przestanie działać.",
      added: "Twój klucz dostępu jest gotowy. Użyj go przy następnym logowaniu.",
      cancelled: "Nie dodano klucza dostępu. Możesz spróbować ponownie w dowolnej chwili.",
      remove: "Usuń",
      removeTitle: "Usunąć klucz dostępu?",
      removeHint: "Nie będzie można się nim logować.",
      none: "Brak klucza dostępu",
      noneHint: "Nie trzeba niczego pamiętać i nie ma nic, co mógłby wykraść phishingowy e-mail.",
      unsupported: "Ta przeglądarka nie może tworzyć kluczy dostępu. Użyj innej przeglądarki lub innego urządzenia."
    },
    mfa: {
      off: "Uwierzytelnianie wieloskładnikowe jest wyłączone",
      offHint: "Włącz je, aby skradzione hasło nie wystarczyło do zalogowania.",
      begin: "Skonfiguruj",
      scan: "Zeskanuj kod aplikacją uwierzytelniającą",
      scanHint: "Użyj dowolnej aplikacji uwierzytelniającej albo menedżera haseł, który generuje kody.",
      qr: "Kod QR dla aplikacji uwierzytelniającej",
      secret: "Albo wpisz ten klucz w aplikacji",
      code: "Sześciocyfrowy kod",
      codeHint: "Widoczny w aplikacji.",
      submit: "Włącz",
      on: "Uwierzytelnianie wieloskładnikowe jest włączone",
      onHint:
        "Zachowaj aplikację: bez jej kodów nie można się zalogować. Nie ma kodów odzyskiwania, więc dodaj konto także na drugim urządzeniu albo przechowuj klucz w bezpiecznym miejscu.",
      turnOff: "Wyłącz",
      turnOffTitle: "Wyłączyć uwierzytelnianie wieloskładnikowe?",
      turnOffHint: "Do zalogowania wystarczy samo hasło."
    },
    sessions: {
      agents: "Agenci",
      agentsHint: "Programy, którym pozwalasz korzystać z Twojego konta. Mogą robić wszystko to co Ty.",
      unknown: "Inne urządzenie",
      place: "{city}, {country}",
      current: "To urządzenie",
      lastUsed: "Aktywność: {time}",
      device: "{browser}, {system}",
      more: {
        one: "Pokaż jeszcze {count}",
        few: "Pokaż jeszcze {count}",
        many: "Pokaż jeszcze {count}",
        other: "Pokaż jeszcze {count}"
      },
      signedIn: "Zalogowano: {time}",
      address: "Adres IP {ip}",
      revoke: "Wyloguj",
      revokeTitle: "Wylogować tę sesję?",
      revokeHint: "Na tym urządzeniu trzeba będzie zalogować się ponownie.",
      revokeOthers: "Wyloguj pozostałe sesje",
      revokeOthersTitle: "Wylogować pozostałe sesje?",
      revokeOthersHint:
        "Ta sesja pozostanie zalogowana. Na wszystkich innych urządzeniach trzeba będzie zalogować się ponownie.",
      only: "Nie ma innych zalogowanych sesji."
    },
    connections: {
      signIn: "Logowanie",
      link: "Połącz konto {provider}",
      unlink: "Odłącz",
      unlinkTitle: "Odłączyć konto {provider}?",
      unlinkHint: "Nie będzie można się nim logować, a ta witryna straci do niego dostęp.",
      lastWayHint:
        "To Twój jedyny sposób logowania. Najpierw ustaw hasło albo dodaj klucz dostępu, inaczej stracisz dostęp do konta.",
      none: "Brak połączonych kont",
      noneHint: "Połącz konto, aby logować się jednym kliknięciem."
    },
    notifications: {
      always: "Zawsze włączone",
      kinds: {
        Transactional: {
          name: "Konto i bezpieczeństwo",
          hint: "Kody, linki i alerty bezpieczeństwa dotyczące Twojego konta."
        },
        Marketing: { name: "Nowości i oferty", hint: "Od czasu do czasu aktualności i promocje." }
      },
      none: "Brak ustawień",
      noneHint: "Ta witryna nie wysyła e-maili, które można wyłączyć."
    },
    billing: {
      plans: "Twój plan",
      renews: "Odnowienie: {time}",
      ends: "Nie odnawia się",
      switchTo: "Przejdź na {name}",
      switchTitle: "Przejść na {name}?",
      switchHint: "Zmiana nastąpi od razu. Różnicą obciążymy Twoją kartę.",
      cancel: "Zrezygnuj z planu",
      cancelTitle: "Zrezygnować z planu {name}?",
      cancelHint: "Stracisz to, co obejmuje plan, najpóźniej z końcem okresu rozliczeniowego.",
      none: "Brak planu",
      noneHint: "Po zakupie będzie można zarządzać nim tutaj.",
      card: "Karta",
      cardEnding: "{brand} z końcówką {lastFour}",
      cardExpires: "Ważna do {month}/{year}",
      noCard: "Nie zapisano żadnej karty.",
      invoices: "Faktury",
      statuses: {
        draft: "Wersja robocza",
        open: "Nieopłacona",
        paid: "Opłacona",
        uncollectible: "Nieopłacona",
        void: "Anulowana"
      },
      view: "Wyświetl"
    },
    apiKeys: {
      description: "Do czego służy?",
      lifetime: "Okres ważności",
      lifetimes: { "7": "7 dni", "30": "30 dni", "90": "90 dni", "365": "1 rok", never: "Bezterminowo" },
      create: "Utwórz klucz",
      created: "Skopiuj teraz klucz „{description}”",
      createdHint: "Nie zostanie pokazany ponownie. Chroń go jak hasło.",
      value: "Klucz API",
      dismiss: "Klucz już skopiowany",
      ending: "Końcówka: {lastFour}",
      createdOn: "Utworzono: {time}",
      expires: "Wygasa: {time}",
      never: "Nigdy nie wygasa",
      expired: "Wygasł",
      revoked: "Unieważniony",
      revoke: "Unieważnij",
      revokeTitle: "Unieważnić „{description}”?",
      revokeHint: "Programy, które go używają, natychmiast stracą dostęp. Tego nie można cofnąć.",
      none: "Brak kluczy API",
      noneHint: "Utwórz klucz dla skryptu lub serwera."
    },
    teams: {
      title: "Ustawienia zespołu",
      pageTitle: "{team} · Ustawienia zespołu",
      team: "Zespół",
      current: "Bieżący",
      unnamed: "Zespół bez nazwy",
      open: "Ustawienia",
      select: "Przełącz",
      create: "Utwórz zespół",
      name: "Nazwa zespołu",
      submit: "Utwórz",
      none: "Brak zespołów",
      noneHint: "Utwórz zespół albo poproś kogoś z zespołu o zaproszenie.",
      all: "Wszystkie zespoły",
      missing: "Nie należysz do tego zespołu",
      missingHint: "Być może już do niego nie należysz albo link nie jest dla tego konta.",
      you: "Ty",
      yourName: "Twoja nazwa w tym zespole",
      yourNameHint: "Członkowie zespołu widzą ją zamiast nazwy z Twojego profilu.",
      members: "Członkowie",
      unnamedMember: "Osoba bez nazwy",
      removeMember: "Usuń",
      removeMemberTitle: "Usunąć {name} z zespołu?",
      removeMemberHint: "Ta osoba straci dostęp do wszystkiego w zespole. Możesz zaprosić ją ponownie.",
      invitations: "Zaproszenia",
      inviteEmail: "Zaproś e-mailem",
      invite: "Zaproś",
      invited: "Na adres {email} wysłaliśmy zaproszenie.",
      expires: "Wygasa: {time}",
      revokeInvitation: "Unieważnij",
      noInvitations: "Brak oczekujących zaproszeń.",
      apiKeys: "Klucze API",
      leave: "Opuść zespół",
      leaveTitle: "Opuścić zespół {team}?",
      leaveHint: "Stracisz dostęp do wszystkiego w zespole. Aby wrócić, potrzebne będzie nowe zaproszenie.",
      delete: "Usuń zespół",
      deleteTitle: "Usunąć zespół {team}?",
      deleteHint: "Zespół zostanie usunięty dla wszystkich członków. Tego nie można cofnąć."
    },
    delete: {
      title: "Usuń konto",
      hint: "Twój profil, adresy e-mail, sesje i klucze API zostaną usunięte. Zespoły pozostaną dla innych członków.",
      typed: "Wpisz {phrase}, aby potwierdzić",
      submit: "Usuń moje konto"
    },
    copy: { label: "Kopiuj", done: "Skopiowano." }
  }
}

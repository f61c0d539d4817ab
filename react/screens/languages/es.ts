/** Spanish texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const es: Translation<"one"> = {
  lang: "es",
  dir: "ltr",
  common: {
    email: "Correo electrónico",
    password: "Contraseña",
    showPassword: "Mostrar",
    continue: "Continuar",
    cancel: "Cancelar",
    close: "Cerrar",
    back: "Volver",
    save: "Guardar",
    saved: "Guardado.",
    retry: "Reintentar",
    broken: "Algo ha salido mal",
    signOut: "Cerrar sesión",
    home: "Ir a la página de inicio",
    or: "o",
    loading: "Un momento…",
    working: "Procesando…",
    noScript: "Esta página necesita JavaScript. Actívalo en tu navegador y vuelve a cargar la página."
  },
  problems: {
    required: "Este campo es obligatorio.",
    email: "Introduce un correo electrónico válido, por ejemplo, nombre@example.com.",
    invisible: "Este correo electrónico contiene un carácter invisible. Bórralo y vuelve a escribirlo.",
    mismatch: "Las contraseñas no coinciden.",
    tooShort: "Usa al menos {length} caracteres.",
    code: "Introduce el código completo.",
    known: "Esto ya está en tu lista.",
    phrase: "Escríbelo exactamente como se muestra arriba.",
    offline: "No tienes conexión. Comprueba tu conexión a Internet e inténtalo de nuevo.",
    tooMany: "Demasiados intentos. Espera un poco e inténtalo de nuevo.",
    rateLimited: {
      one: "Demasiados intentos. Podrás intentarlo de nuevo en {seconds} segundo.",
      other: "Demasiados intentos. Podrás intentarlo de nuevo en {seconds} segundos."
    },
    rateLimitedMinutes: {
      one: "Demasiados intentos. Podrás intentarlo de nuevo en {minutes} minuto.",
      other: "Demasiados intentos. Podrás intentarlo de nuevo en {minutes} minutos."
    },
    rateLimitOver: "Ya puedes intentarlo de nuevo.",
    cookies: "Tu navegador bloquea las cookies en esta página. Permítelas o abre la página en una ventana nueva.",
    notHere: "Este navegador no permite hacerlo aquí. Prueba otro método u otro navegador.",
    provider: "El proveedor no ha iniciado tu sesión. Inténtalo de nuevo o elige otro método de inicio de sesión.",
    sessionOver: "Tu sesión ya no está abierta. Inicia sesión e inténtalo de nuevo.",
    userChanged:
      "Has cambiado de cuenta mientras tanto, así que no se ha guardado nada. Comprueba qué cuenta tiene la sesión abierta y empieza de nuevo.",
    unavailable:
      "El servicio no está disponible en este momento. No se ha perdido nada. Inténtalo de nuevo en un momento.",
    notLoaded:
      "No se ha podido cargar una parte de esta página. Comprueba tu conexión a Internet y vuelve a cargar la página.",
    unexpected:
      "Se ha producido un error por nuestra parte. Inténtalo de nuevo. Si el problema continúa, ponte en contacto con el equipo de asistencia de este sitio.",
    refused: "La solicitud se ha rechazado. Mensaje del servicio: «{sentence}»",
    untrusted: "Este sitio no confía en la página de la que vienes, así que continuarás en la página de inicio.",
    reference: "Referencia: {code}"
  },
  signIn: {
    title: "Iniciar sesión en {project}",
    plainTitle: "Iniciar sesión",
    with: "Continuar con {provider}",
    lastUsed: "Último usado",
    passkey: "Iniciar sesión con una llave de acceso",
    submit: "Iniciar sesión",
    forgot: "¿Has olvidado tu contraseña?",
    byCode: "Recibir un código por correo",
    byPassword: "Usar una contraseña",
    sendCode: "Enviarme un código",
    codeTitle: "Revisa tu correo",
    codeSent: "Hemos enviado un código y un enlace a {email}. Introduce el código o abre el enlace.",
    code: "Código del correo",
    noAccount: "¿Aún no tienes cuenta?",
    signUp: "Regístrate",
    noMethods: "El inicio de sesión está desactivado",
    noMethodsHint:
      "Este proyecto aún no tiene métodos de inicio de sesión. Activa uno en la configuración del proyecto.",
    passkeyCancelled: "No se ha usado la llave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.",
    already: "Has iniciado sesión como {name}.",
    goOn: "Continuar",
    otherAccount: "Usar otra cuenta"
  },
  sentMail: {
    open: "Abrir {mailbox}",
    resend: "Reenviar correo",
    resendIn: {
      one: "Podrás reenviarlo en {seconds} segundo.",
      other: "Podrás reenviarlo en {seconds} segundos."
    },
    resent: "Correo reenviado.",
    otherAddress: "Usar otro correo electrónico"
  },
  signUp: {
    title: "Crea tu cuenta de {project}",
    plainTitle: "Crear una cuenta",
    submit: "Crear cuenta",
    passwordHint: "Al menos {length} caracteres.",
    haveAccount: "¿Ya tienes cuenta?",
    signIn: "Iniciar sesión",
    closed: "El registro está cerrado",
    closedHint: "Este sitio no acepta cuentas nuevas en este momento. Si ya tienes una, inicia sesión.",
    codeHint: "Te enviaremos un código por correo. No necesitas contraseña."
  },
  leaving: {
    done: "Has iniciado sesión",
    hint: "Te redirigiremos enseguida. Si no ocurre nada, selecciona Continuar.",
    welcome: "Tu cuenta está lista",
    welcomeHint:
      "Si te has registrado con una contraseña, abre el enlace que te hemos enviado para verificar tu correo electrónico.",
    mfa: "Un paso más",
    mfaHint:
      "Tu cuenta también requiere un código. Te redirigiremos enseguida. Si no ocurre nada, selecciona Continuar.",
    onboardingHint:
      "Tu cuenta aún no está activa. Te redirigiremos para que termines de configurarla. Si no ocurre nada, selecciona Continuar.",
    goOn: "Continuar"
  },
  signOut: {
    title: "Cerrar sesión",
    ask: "Has iniciado sesión como {name}.",
    askUnknown: "Has iniciado sesión.",
    submit: "Cerrar sesión",
    done: "Has cerrado sesión",
    doneHint: "Hasta la próxima.",
    pendingHint:
      "Has cerrado sesión en este dispositivo. No se ha podido contactar con el servidor, así que allí la sesión sigue activa hasta que caduque. Para cerrarla antes, inicia sesión de nuevo y abre Sesiones en la configuración de la cuenta.",
    nobody: "No has iniciado sesión",
    nobodyHint: "No hay ninguna sesión que cerrar.",
    again: "Iniciar sesión de nuevo"
  },
  forgotPassword: {
    title: "Restablecer tu contraseña",
    lead: "Introduce tu correo electrónico. Te enviaremos un enlace para elegir una contraseña nueva.",
    submit: "Enviarme un enlace",
    sent: "Revisa tu correo",
    sentHint:
      "Si {email} tiene una cuenta, le hemos enviado un enlace para elegir una contraseña nueva. Puede tardar un minuto en llegar.",
    back: "Volver al inicio de sesión"
  },
  passwordReset: {
    title: "Elige una contraseña nueva",
    password: "Contraseña nueva",
    repeated: "Confirmar contraseña nueva",
    submit: "Cambiar contraseña",
    done: "Contraseña cambiada",
    doneHint: "Hemos cerrado tu sesión en todos los dispositivos. Inicia sesión con la contraseña nueva.",
    broken: "Este enlace ya no es válido",
    again: "Obtener un enlace nuevo",
    signIn: "Iniciar sesión"
  },
  emailVerification: {
    working: "Verificando tu correo electrónico…",
    confirm: "¿Verificar tu correo electrónico?",
    confirmHint: "No has iniciado sesión en este navegador. Continúa solo si has solicitado este enlace.",
    done: "Correo electrónico verificado",
    doneHint: "Gracias. Puedes cerrar esta página o continuar.",
    used: "Ya está verificado",
    usedHint:
      "Este enlace ya se ha usado, así que tu correo electrónico está verificado. No tienes que hacer nada más.",
    broken: "Este enlace ya no es válido",
    resend: "Enviarme un enlace nuevo",
    sent: "Revisa tu correo",
    resent: "Te hemos enviado un enlace nuevo. Ábrelo para verificar tu correo electrónico.",
    goOn: "Continuar"
  },
  onboarding: {
    verify: "Verifica tu correo electrónico",
    verifyLead: "Abre el enlace que hemos enviado a {email}. Si no lo encuentras, solicita uno nuevo.",
    check: "Ya he abierto el enlace",
    notVerified: "{email} aún no está verificado. Abre el enlace del correo e inténtalo de nuevo.",
    send: "Enviarme un enlace",
    sendIn: {
      one: "Podrás solicitar otro en {seconds} segundo.",
      other: "Podrás solicitar otro en {seconds} segundos."
    },
    sent: "Hemos enviado un enlace a {email}. Puede tardar un minuto en llegar.",
    otherAddress: "Usar otro correo electrónico",
    address: "¿Cuál es tu correo electrónico?",
    addressLead: "Te enviaremos un enlace para verificarlo. Después, tu cuenta estará activa.",
    waiting: "Tu cuenta aún no está activa",
    waitingLead: "Un administrador de este sitio tiene que activarla. Hasta entonces, no tienes que hacer nada.",
    says: "Mensaje del administrador",
    stillWaiting: "Aún no ha cambiado nada. Inténtalo más tarde.",
    tryAgain: "Reintentar",
    signOut: "Cerrar sesión",
    signedOut: "Inicia sesión para continuar o crea una cuenta.",
    signIn: "Iniciar sesión",
    signUp: "Crear una cuenta"
  },
  confirmIdentity: {
    title: "Confirma que eres tú",
    lead: "Por tu seguridad, vuelve a iniciar sesión antes de continuar.",
    submit: "Confirmar",
    byOtherWay:
      "Por tu seguridad, vuelve a iniciar sesión antes de continuar. Primero cierra la sesión y luego inicia sesión como {name}.",
    signOut: "Cerrar sesión y continuar"
  },
  magicLink: {
    working: "Iniciando sesión…",
    confirm: "¿Iniciar sesión con este enlace?",
    confirmHint: "Este enlace se solicitó en otro navegador o aplicación. Continúa solo si fuiste tú.",
    otherHint:
      "Has iniciado sesión con otra cuenta. Continúa para cambiar a la cuenta a la que corresponde este enlace.",
    continueAs: "Continuar como {email}",
    broken: "Este enlace ya no es válido",
    again: "Obtener un enlace nuevo"
  },
  oauth: {
    working: "Iniciando sesión…",
    broken: "No se ha podido iniciar sesión",
    missing:
      "Falta la respuesta del proveedor en la URL de esta página. Empieza de nuevo en la página de inicio de sesión.",
    again: "Volver al inicio de sesión"
  },
  mfa: {
    title: "Autenticación multifactor",
    lead: "Introduce el código de seis dígitos que tu aplicación de autenticación muestra para esta cuenta.",
    code: "Código de seis dígitos",
    submit: "Verificar",
    nothing: "No hay nada que verificar",
    nothingHint: "Ningún inicio de sesión espera un código. Empieza en la página de inicio de sesión.",
    expired: "Se ha agotado el tiempo",
    expiredHint: "El inicio de sesión ha caducado. Empieza de nuevo. Tu contraseña no ha cambiado.",
    back: "Volver al inicio de sesión"
  },
  teamInvitation: {
    title: "Unirse a {team}",
    plainTitle: "Invitación a un equipo",
    lead: "Te han invitado a unirte a {team} como {name}.",
    accept: "Unirse al equipo",
    decline: "Rechazar",
    declined: "Invitación rechazada",
    declinedHint: "No te has unido al equipo. Si cambias de opinión, el enlace sigue funcionando.",
    done: "Te damos la bienvenida a {team}",
    doneHint: "Ya formas parte del equipo.",
    signedOut: "Te han invitado a un equipo. Para ver a cuál, inicia sesión con la cuenta que debe unirse o crea una.",
    restricted: "Tu cuenta aún no está activa. Termina primero de configurarla y luego únete al equipo.",
    signIn: "Iniciar sesión",
    signUp: "Crear una cuenta",
    otherAccount: "Usar otra cuenta",
    mismatch: "Esta invitación es para otra cuenta",
    broken: "Esta invitación ya no es válida",
    brokenHint: "Pide una nueva a la persona que te invitó."
  },
  agent: {
    title: "Permitir que un agente use tu cuenta",
    lead: "{agent} solicita acceso como {name}. Continúa solo si lo acabas de iniciar tú.",
    rights:
      "Podrá hacer aquí todo lo que tú puedes hacer, durante un máximo de 90 días, hasta que cierres su sesión en la configuración de la cuenta.",
    claims: "Lo que el agente dice de sí mismo. Nadie lo ha comprobado:",
    compare: "Deniega la solicitud si el agente no muestra este código:",
    doneHint: "Puedes cerrar esta página y volver al agente.",
    deniedHint: "El agente no tiene acceso. Si no lo iniciaste tú, no tienes que hacer nada más.",
    missing: "Falta el código en la URL. Pide al agente un enlace nuevo.",
    restricted: "Termina primero de configurar tu cuenta. Después podrás permitir o denegar la solicitud.",
    finish: "Continuar"
  },
  cli: {
    title: "Iniciar sesión en una herramienta de línea de comandos",
    lead: "Un programa de un ordenador solicita acceso como {name}. Continúa solo si lo acabas de iniciar tú.",
    compare: "Deniega la solicitud si tu terminal no muestra este código:",
    confirm: "Permitir",
    deny: "Denegar",
    done: "Todo listo",
    doneHint: "Puedes cerrar esta página y volver a la terminal.",
    denied: "Solicitud denegada",
    deniedHint: "El programa no ha iniciado sesión. Si no lo iniciaste tú, no tienes que hacer nada más.",
    signedOut: "Inicia sesión primero. Después podrás permitir o denegar la solicitud.",
    signIn: "Iniciar sesión",
    missing: "Falta el código de la solicitud en la URL. Empieza de nuevo en la terminal.",
    broken: "Esta solicitud ya no es válida"
  },
  userMenu: {
    label: "Menú de la cuenta de {name}",
    nobody: "Menú de la cuenta, sesión cerrada",
    unknown: "Menú de la cuenta",
    avatarOfNobody: "Sesión cerrada",
    settings: "Configuración de la cuenta",
    onboarding: "Terminar de configurar la cuenta",
    signOut: "Cerrar sesión",
    signIn: "Iniciar sesión",
    signUp: "Crear una cuenta"
  },
  accounts: {
    switchTo: "Cambiar a {name}",
    add: "Añadir otra cuenta",
    signOutAll: "Cerrar sesión en todas las cuentas"
  },
  impersonation: {
    actingAs: "Has iniciado sesión como {name}, en su nombre.",
    actingAsBy: "{by} ha iniciado sesión como {name}, en su nombre.",
    end: "Finalizar"
  },
  teamSwitcher: {
    label: "Equipo: {team}",
    none: "Ningún equipo",
    unnamed: "Equipo sin nombre",
    empty: "No formas parte de ningún equipo",
    settings: "Configuración del equipo",
    create: "Crear un equipo"
  },
  error: {
    hint:
      "Vuelve atrás e inténtalo de nuevo. Si el problema continúa, ponte en contacto con el equipo de asistencia de este sitio.",
    notFound: "Página no encontrada",
    notFoundHint: "Puede que la dirección esté mal escrita o que la página se haya movido."
  },
  errors: {
    AccessTokenExpired: "Tu sesión ha caducado. Vuelve a cargar la página e inténtalo de nuevo.",
    AnonymousAccountsNotEnabled: "Aquí se necesita una cuenta. Crea una o inicia sesión.",
    ApiKeyNotFound:
      "No se ha encontrado esta clave de API. Comprueba que está completa y que pertenece a este proyecto.",
    BotChallengeFailed:
      "No hemos podido confirmar que eres una persona. Vuelve a cargar la página e inténtalo de nuevo.",
    BotChallengeRequired: "Confirma que eres una persona e inténtalo de nuevo.",
    CannotDeleteCurrentSession: "Esta es la sesión que estás usando. Para terminarla, cierra sesión.",
    CannotGetOwnUserWithoutUser: "Debes iniciar sesión para hacer esto. Inicia sesión e inténtalo de nuevo.",
    CliAuthError: "Esta solicitud es desconocida, ha caducado o ya se ha respondido. Inicia una nueva en la terminal.",
    CliAuthExpiredError: "Esta solicitud ha caducado. Inicia una nueva en la terminal.",
    CliAuthUsedError: "Esta solicitud ya se ha respondido. Inicia una nueva en la terminal.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "Otra cuenta ya usa esta dirección para iniciar sesión. Usa una diferente.",
    EmailAlreadyVerified: "Este correo electrónico ya está verificado. No tienes que hacer nada más.",
    EmailNotAssociatedWithUser:
      "Este correo electrónico no se puede usar para esto. Comprueba que está bien escrito o usa otro.",
    EmailNotVerified: "Este correo electrónico aún no está verificado. Abre el enlace del correo e inténtalo de nuevo.",
    EmailPasswordMismatch: "El correo electrónico o la contraseña no son correctos.",
    InvalidAuthorizationCode: "Este inicio de sesión ya se ha completado o ha tardado demasiado. Empieza de nuevo.",
    InvalidOAuthClientIdOrSecret:
      "Este sitio no está bien configurado con el proveedor. Ponte en contacto con su equipo de asistencia.",
    InvalidPollingCodeError: "Esta solicitud es desconocida. Inicia una nueva en la terminal.",
    InvalidPublishableClientKey: "Este sitio no está bien configurado. Ponte en contacto con su equipo de asistencia.",
    InvalidScope: "Este sitio solicita un permiso que no existe aquí. Ponte en contacto con su equipo de asistencia.",
    InvalidTotpCode: "Este código no es correcto. Usa el que la aplicación muestra ahora.",
    ItemNotFound: "Esto no existe en el proyecto. Ponte en contacto con el equipo de asistencia de este sitio.",
    ItemQuantityInsufficientAmount: "No queda suficiente. Consigue más e inténtalo de nuevo.",
    MultiFactorAuthenticationRequired: "Tu cuenta también requiere un código. Introdúcelo en la página siguiente.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Este sitio no puede actuar en tu nombre con el proveedor. Ponte en contacto con su equipo de asistencia.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "Esta cuenta ya está conectada a otro usuario. Inicia sesión como ese usuario o usa otra cuenta.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Este sitio no puede solicitar tantos permisos al proveedor. Ponte en contacto con su equipo de asistencia.",
    OAuthProviderAccessDenied:
      "Se ha denegado el acceso en el proveedor. Inténtalo de nuevo o inicia sesión de otra forma.",
    OAuthProviderAccountIdAlreadyUsedForSignIn: "Otro usuario ya inicia sesión con esta cuenta. Usa una diferente.",
    OAuthProviderNotFoundOrNotEnabled: "Este proveedor no está activado aquí. Inicia sesión de otra forma.",
    OAuthProviderTemporarilyUnavailable:
      "El proveedor no responde en este momento. Inténtalo más tarde o inicia sesión de otra forma.",
    OuterOAuthTimeout: "El inicio de sesión ha tardado demasiado. Inicia sesión de nuevo.",
    PasskeyAuthenticationFailed:
      "No se ha podido iniciar sesión con esta llave de acceso. Prueba otra o inicia sesión de otra forma.",
    PasskeyAuthenticationNotEnabled: "Las llaves de acceso no están activadas aquí. Inicia sesión de otra forma.",
    PasskeyRegistrationFailed:
      "No se ha podido añadir la llave de acceso. Inténtalo de nuevo o usa otro dispositivo o navegador.",
    PasskeyWebAuthnError:
      "Tu navegador o dispositivo no ha podido usar la llave de acceso. Inténtalo de nuevo o usa otra.",
    PasswordAuthenticationNotEnabled: "Las contraseñas no están activadas aquí. Inicia sesión de otra forma.",
    PasswordConfirmationMismatch: "La contraseña actual no es correcta.",
    PasswordTooLong: "Elige una contraseña de {maxLength} caracteres como máximo.",
    PasswordTooShort: "Elige una contraseña de al menos {minLength} caracteres.",
    PermissionNotFound: "Este permiso ya no existe. Vuelve a cargar la página.",
    ProjectPermissionRequired:
      "No tienes permiso para hacer esto. Ponte en contacto con el equipo de asistencia de este sitio.",
    PublishableClientKeyRequiredForProject:
      "Este sitio no está bien configurado. Ponte en contacto con su equipo de asistencia.",
    RedirectUrlNotWhitelisted:
      "Este sitio no está autorizado en el proyecto. Ponte en contacto con su equipo de asistencia.",
    SignUpNotEnabled: "Este sitio no acepta cuentas nuevas en este momento.",
    SignUpRejected: "No se ha aceptado el registro. Ponte en contacto con el equipo de asistencia de este sitio.",
    TeamAlreadyExists: "Este equipo ya existe. Usa el que hay o crea otro.",
    TeamInvitationEmailMismatch:
      "Esta invitación se envió a otro correo electrónico. Inicia sesión con él o añádelo a tu cuenta.",
    TeamInvitationRestrictedUserNotAllowed:
      "Tu cuenta aún no puede unirse a un equipo. Verifica primero tu correo electrónico o ponte en contacto con el equipo de asistencia de este sitio.",
    TeamMembershipNotFound: "Esta persona no está en el equipo. Puede que lo haya dejado.",
    TeamNotFound: "Este equipo ya no existe o ya no formas parte de él.",
    TeamPermissionRequired: "No tienes permiso para hacer esto en el equipo. Pídeselo a quien lo administra.",
    UnparsableAccessToken: "Tu sesión ya no es válida. Cierra sesión y vuelve a iniciarla.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Tu cuenta ya está conectada a otra cuenta de este proveedor. Desconéctala primero.",
    UserAuthenticationRequired: "Debes iniciar sesión para hacer esto. Inicia sesión e inténtalo de nuevo.",
    UserDoesNotHavePassword: "Esta cuenta aún no tiene contraseña. Establece una.",
    UserIdDoesNotExist: "Este usuario ya no existe.",
    UserNotFound: "Este usuario ya no existe.",
    UserWithEmailAlreadyExists: "Ya existe una cuenta con este correo electrónico. Inicia sesión o usa otro.",
    VerificationCodeAlreadyUsed:
      "Este código o enlace ya se ha usado y solo funciona una vez. Si necesitas otro, solicítalo.",
    VerificationCodeExpired: "Este código o enlace ha caducado. Solicita uno nuevo.",
    VerificationCodeMaxAttemptsReached:
      "Este código se ha introducido mal demasiadas veces y ya no es válido. Solicita uno nuevo.",
    VerificationCodeNotFound: "Este código o enlace no es válido. Comprueba que está completo o solicita uno nuevo."
  },
  account: {
    title: "Configuración de la cuenta",
    pageTitle: "{section} · Configuración de la cuenta",
    signOut: "Cerrar sesión",
    backToApp: "Volver a la aplicación",
    over: "Has cerrado sesión",
    overHint: "Inicia sesión de nuevo para continuar.",
    signIn: "Iniciar sesión",
    failed: "No se ha podido cargar",
    groups: { you: "Personal", security: "Seguridad", work: "Trabajo" },
    sections: {
      profile: "Perfil",
      emails: "Correos electrónicos",
      password: "Contraseña",
      passkeys: "Llaves de acceso",
      mfa: "Autenticación multifactor",
      sessions: "Sesiones",
      connections: "Cuentas conectadas",
      notifications: "Notificaciones",
      "api-keys": "Claves de API",
      teams: "Equipos",
      billing: "Facturación"
    },
    leads: {
      profile: "Así te ven los demás.",
      emails: "Cómo nos ponemos en contacto contigo y con qué direcciones puedes iniciar sesión.",
      password: "Elige una que no uses en ningún otro sitio.",
      passkeys: "Inicia sesión con tu huella, tu cara o el bloqueo de pantalla en lugar de una contraseña.",
      mfa: "Para iniciar sesión también se necesita un código de una aplicación de tu teléfono.",
      sessions: "Dónde has iniciado sesión. Cierra la de cualquier dispositivo que no reconozcas.",
      connections: "Tus cuentas en otros servicios.",
      notifications: "Los correos que quieres recibir.",
      "api-keys": "Para programas que actúan en tu nombre. Quien tenga una clave puede hacer lo mismo que tú.",
      teams: "Grupos de personas con las que trabajas.",
      billing: "Tu plan, tu tarjeta y tus facturas."
    },
    picture: {
      label: "Imagen",
      ofTeam: "Imagen del equipo",
      choose: "Elegir una imagen",
      remove: "Quitar",
      hint: "PNG, JPEG o WebP. Se recortará en forma de cuadrado.",
      unreadable: "Tu navegador no puede leer este archivo como imagen. Elige un archivo PNG, JPEG o WebP."
    },
    profile: { name: "Nombre" },
    emails: {
      primary: "Principal",
      verified: "Verificado",
      unverified: "Sin verificar",
      usedForAuth: "Inicio de sesión",
      verify: "Enviarme un enlace",
      sent: "Hemos enviado un enlace a {email}. Ábrelo para verificar tu correo electrónico.",
      makePrimary: "Convertir en principal",
      useForAuth: "Usar para iniciar sesión",
      stopUsing: "No usar para iniciar sesión",
      remove: "Quitar",
      removeTitle: "¿Quitar {email}?",
      removeHint: "Ya no enviaremos correos a esta dirección y no podrás iniciar sesión con ella.",
      add: "Añadir un correo electrónico",
      submit: "Añadir",
      none: "Aún no hay ningún correo electrónico",
      noneHint: "Sin uno no podemos ponernos en contacto contigo ni ayudarte si pierdes el acceso."
    },
    password: {
      old: "Contraseña actual",
      new: "Contraseña nueva",
      repeated: "Confirmar contraseña nueva",
      hint: "Al menos {length} caracteres.",
      othersHint: "Se cerrará tu sesión en todos los demás dispositivos.",
      change: "Cambiar contraseña",
      set: "Establecer una contraseña",
      setHint: "Aún no tienes contraseña. Establece una para iniciar sesión con ella.",
      changed: "Tu contraseña se ha cambiado."
    },
    passkeys: {
      yours: "Tu llave de acceso",
      yoursHint: "En el dispositivo o en el gestor de contraseñas donde la añadiste.",
      add: "Añadir una llave de acceso",
      replace: "Sustituir",
      replaceTitle: "¿Sustituir tu llave de acceso?",
      replaceHint:
        "Una cuenta solo puede tener una llave de acceso. La nueva sustituye a la anterior, que dejará de funcionar.",
      added: "Tu llave de acceso está lista. Úsala la próxima vez que inicies sesión.",
      cancelled: "No se ha añadido ninguna llave de acceso. Inténtalo de nuevo cuando quieras.",
      remove: "Quitar",
      removeTitle: "¿Quitar tu llave de acceso?",
      removeHint: "No podrás iniciar sesión con ella.",
      none: "Aún no hay ninguna llave de acceso",
      noneHint: "Nada que recordar y nada que un correo de phishing pueda robar.",
      unsupported: "Este navegador no puede crear llaves de acceso. Prueba otro navegador o dispositivo."
    },
    mfa: {
      off: "La autenticación multifactor está desactivada",
      offHint: "Actívala para que una contraseña robada no baste para iniciar sesión.",
      begin: "Configurar",
      scan: "Escanea esto con una aplicación de autenticación",
      scanHint: "Usa cualquier aplicación de autenticación o un gestor de contraseñas que genere códigos.",
      qr: "Código QR para la aplicación de autenticación",
      secret: "O introduce esta clave en la aplicación",
      code: "Código de seis dígitos",
      codeHint: "El que se muestra en la aplicación.",
      submit: "Activar",
      on: "La autenticación multifactor está activada",
      onHint:
        "Conserva la aplicación: sin sus códigos no puedes iniciar sesión. No hay códigos de recuperación, así que añade la cuenta también en un segundo dispositivo o guarda la clave en un lugar seguro.",
      turnOff: "Desactivar",
      turnOffTitle: "¿Desactivar la autenticación multifactor?",
      turnOffHint: "Tu contraseña bastará por sí sola para iniciar sesión."
    },
    sessions: {
      agents: "Agentes",
      agentsHint: "Programas a los que permitiste usar tu cuenta. Pueden hacer todo lo que tú puedes hacer.",
      unknown: "Otro dispositivo",
      place: "{city}, {country}",
      current: "Este dispositivo",
      lastUsed: "Activa {time}",
      device: "{browser} en {system}",
      more: { one: "Mostrar {count} más", other: "Mostrar {count} más" },
      signedIn: "Inicio de sesión: {time}",
      address: "Dirección IP {ip}",
      revoke: "Cerrar sesión",
      revokeTitle: "¿Cerrar esta sesión?",
      revokeHint: "Ese dispositivo tendrá que iniciar sesión de nuevo.",
      revokeOthers: "Cerrar las demás sesiones",
      revokeOthersTitle: "¿Cerrar las demás sesiones?",
      revokeOthersHint: "Aquí tu sesión sigue abierta. Los demás dispositivos tendrán que iniciar sesión de nuevo.",
      only: "No has iniciado sesión en ningún otro sitio."
    },
    connections: {
      signIn: "Inicio de sesión",
      link: "Conectar {provider}",
      unlink: "Desconectar",
      unlinkTitle: "¿Desconectar {provider}?",
      unlinkHint: "No podrás iniciar sesión con esta cuenta y este sitio dejará de tener acceso a ella.",
      lastWayHint:
        "Esta es tu única forma de iniciar sesión. Establece primero una contraseña o añade una llave de acceso; de lo contrario, perderás el acceso.",
      none: "No hay cuentas conectadas",
      noneHint: "Conecta una para iniciar sesión con un clic."
    },
    notifications: {
      always: "Siempre activadas",
      kinds: {
        Transactional: { name: "Cuenta y seguridad", hint: "Códigos, enlaces y alertas de seguridad de tu cuenta." },
        Marketing: { name: "Novedades y ofertas", hint: "Novedades y promociones de vez en cuando." }
      },
      none: "Nada que elegir",
      noneHint: "Este sitio no envía correos que puedas desactivar."
    },
    billing: {
      plans: "Tu plan",
      renews: "Se renueva el {time}",
      ends: "No se renueva",
      switchTo: "Cambiar a {name}",
      switchTitle: "¿Cambiar a {name}?",
      switchHint: "El cambio es inmediato. Cobraremos la diferencia en tu tarjeta.",
      cancel: "Cancelar el plan",
      cancelTitle: "¿Cancelar {name}?",
      cancelHint: "Perderás lo que incluye, como muy tarde al final del periodo.",
      none: "Aún no tienes un plan",
      noneHint: "Cuando compres uno, podrás gestionarlo aquí.",
      card: "Tarjeta",
      cardEnding: "{brand} terminada en {lastFour}",
      cardExpires: "Caduca en {month}/{year}",
      noCard: "No hay ninguna tarjeta guardada.",
      invoices: "Facturas",
      statuses: { draft: "Borrador", open: "Pendiente", paid: "Pagada", uncollectible: "Pendiente", void: "Anulada" },
      view: "Ver"
    },
    apiKeys: {
      description: "¿Para qué es?",
      lifetime: "Caduca después de",
      lifetimes: { "7": "7 días", "30": "30 días", "90": "90 días", "365": "1 año", never: "Nunca" },
      create: "Crear una clave",
      created: "Copia ahora la clave «{description}»",
      createdHint: "No se volverá a mostrar. Protégela como una contraseña.",
      value: "Clave de API",
      dismiss: "Ya la he copiado",
      ending: "Termina en {lastFour}",
      createdOn: "Creada: {time}",
      expires: "Caduca: {time}",
      never: "No caduca",
      expired: "Caducada",
      revoked: "Revocada",
      revoke: "Revocar",
      revokeTitle: "¿Revocar «{description}»?",
      revokeHint: "Los programas que la usan perderán el acceso de inmediato. Esta acción no se puede deshacer.",
      none: "Aún no hay claves de API",
      noneHint: "Crea una para un script o un servidor."
    },
    teams: {
      title: "Configuración del equipo",
      pageTitle: "{team} · Configuración del equipo",
      team: "Equipo",
      current: "Actual",
      unnamed: "Equipo sin nombre",
      open: "Configuración",
      select: "Cambiar",
      create: "Crear un equipo",
      name: "Nombre del equipo",
      submit: "Crear",
      none: "Aún no hay equipos",
      noneHint: "Crea uno o pide a un miembro de un equipo que te invite.",
      all: "Todos los equipos",
      missing: "No formas parte de este equipo",
      missingHint: "Puede que lo hayas dejado o que el enlace no sea para esta cuenta.",
      you: "Tú",
      yourName: "Tu nombre en este equipo",
      yourNameHint: "Los miembros de este equipo lo ven en lugar del nombre de tu perfil.",
      members: "Miembros",
      unnamedMember: "Miembro sin nombre",
      removeMember: "Quitar",
      removeMemberTitle: "¿Quitar a {name} del equipo?",
      removeMemberHint: "Perderá el acceso a todo el contenido del equipo. Puedes volver a invitarle.",
      invitations: "Invitaciones",
      inviteEmail: "Invitar por correo electrónico",
      invite: "Invitar",
      invited: "Hemos enviado una invitación a {email}.",
      expires: "Caduca: {time}",
      revokeInvitation: "Revocar",
      noInvitations: "No hay invitaciones pendientes.",
      apiKeys: "Claves de API",
      leave: "Dejar el equipo",
      leaveTitle: "¿Dejar {team}?",
      leaveHint: "Perderás el acceso a todo el contenido del equipo. Para volver, necesitarás una invitación nueva.",
      delete: "Eliminar el equipo",
      deleteTitle: "¿Eliminar {team}?",
      deleteHint: "El equipo se eliminará para todos sus miembros. Esta acción no se puede deshacer."
    },
    delete: {
      title: "Eliminar la cuenta",
      hint:
        "Se eliminarán tu perfil, tus correos electrónicos, tus sesiones y tus claves de API. Los equipos se conservan para sus demás miembros.",
      typed: "Escribe {phrase} para confirmar",
      submit: "Eliminar mi cuenta"
    },
    copy: { label: "Copiar", done: "Copiado." }
  }
}

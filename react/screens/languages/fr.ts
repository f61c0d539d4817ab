/** French texts of the screens. */
import type { Translation } from "../texts/en.ts"

export const fr: Translation<"one"> = {
  lang: "fr",
  dir: "ltr",
  common: {
    email: "Adresse e-mail",
    password: "Mot de passe",
    showPassword: "Afficher",
    continue: "Continuer",
    cancel: "Annuler",
    close: "Fermer",
    back: "Retour",
    save: "Enregistrer",
    saved: "Enregistré.",
    retry: "Réessayer",
    broken: "Une erreur est survenue",
    signOut: "Se déconnecter",
    home: "Aller à la page d’accueil",
    or: "ou",
    loading: "Un instant…",
    working: "En cours…",
    noScript: "Cette page a besoin de JavaScript. Autorisez-le dans votre navigateur, puis rechargez la page."
  },
  problems: {
    required: "Ce champ est obligatoire.",
    email: "Saisissez une adresse e-mail valide, par exemple nom@example.com.",
    invisible: "Cette adresse e-mail contient un caractère invisible. Effacez-la et saisissez-la à nouveau.",
    mismatch: "Les mots de passe ne correspondent pas.",
    tooShort: "Utilisez au moins {length} caractères.",
    code: "Saisissez le code complet.",
    known: "Cet élément figure déjà dans votre liste.",
    phrase: "Saisissez le texte exactement comme indiqué ci-dessus.",
    offline: "Vous êtes hors ligne. Vérifiez votre connexion Internet et réessayez.",
    tooMany: "Trop de tentatives. Patientez un peu, puis réessayez.",
    rateLimited: {
      one: "Trop de tentatives. Vous pourrez réessayer dans {seconds} seconde.",
      other: "Trop de tentatives. Vous pourrez réessayer dans {seconds} secondes."
    },
    rateLimitedMinutes: {
      one: "Trop de tentatives. Vous pourrez réessayer dans {minutes} minute.",
      other: "Trop de tentatives. Vous pourrez réessayer dans {minutes} minutes."
    },
    rateLimitOver: "Vous pouvez réessayer maintenant.",
    cookies:
      "Votre navigateur bloque les cookies sur cette page. Autorisez-les ou ouvrez la page dans une nouvelle fenêtre.",
    notHere: "Ce navigateur ne le permet pas ici. Essayez une autre méthode ou un autre navigateur.",
    provider: "Le fournisseur n’a pas pu vous connecter. Réessayez ou choisissez une autre méthode de connexion.",
    sessionOver: "Vous n’êtes plus connecté. Connectez-vous et réessayez.",
    userChanged:
      "Vous avez changé de compte entre-temps, rien n’a donc été enregistré. Vérifiez quel compte est connecté et recommencez.",
    unavailable: "Le service est momentanément inaccessible. Rien n’est perdu. Réessayez dans un instant.",
    notLoaded:
      "Une partie de cette page n’a pas pu être chargée. Vérifiez votre connexion Internet, puis rechargez la page.",
    unexpected:
      "Une erreur s’est produite de notre côté. Réessayez. Si le problème persiste, contactez l’assistance de ce site.",
    refused: "La demande a été refusée. Message du service : « {sentence} »",
    untrusted: "Ce site ne fait pas confiance à la page d’où vous venez. Vous serez redirigé vers la page d’accueil.",
    reference: "Référence : {code}"
  },
  signIn: {
    title: "Se connecter à {project}",
    plainTitle: "Se connecter",
    with: "Continuer avec {provider}",
    lastUsed: "Dernière utilisée",
    passkey: "Se connecter avec une clé d’accès",
    submit: "Se connecter",
    forgot: "Mot de passe oublié ?",
    byCode: "Recevoir plutôt un code par e-mail",
    byPassword: "Utiliser plutôt un mot de passe",
    sendCode: "Recevoir un code par e-mail",
    codeTitle: "Consultez votre messagerie",
    codeSent: "Nous avons envoyé un code et un lien à {email}. Saisissez le code ou ouvrez le lien.",
    code: "Code reçu par e-mail",
    noAccount: "Pas encore de compte ?",
    signUp: "S’inscrire",
    noMethods: "La connexion est désactivée",
    noMethodsHint: "Ce projet n’a pas encore de méthode de connexion. Activez-en une dans les paramètres du projet.",
    passkeyCancelled: "La clé d’accès n’a pas été utilisée. Réessayez ou connectez-vous autrement.",
    already: "Vous êtes connecté en tant que {name}.",
    goOn: "Continuer",
    otherAccount: "Utiliser un autre compte"
  },
  sentMail: {
    open: "Ouvrir {mailbox}",
    resend: "Renvoyer l’e-mail",
    resendIn: {
      one: "Vous pourrez le renvoyer dans {seconds} seconde.",
      other: "Vous pourrez le renvoyer dans {seconds} secondes."
    },
    resent: "E-mail renvoyé.",
    otherAddress: "Utiliser une autre adresse e-mail"
  },
  signUp: {
    title: "Créez votre compte {project}",
    plainTitle: "Créer un compte",
    submit: "Créer un compte",
    passwordHint: "Au moins {length} caractères.",
    haveAccount: "Vous avez déjà un compte ?",
    signIn: "Se connecter",
    closed: "Les inscriptions sont fermées",
    closedHint: "Ce site n’accepte pas de nouveaux comptes pour le moment. Si vous en avez un, connectez-vous.",
    codeHint: "Nous vous enverrons un code par e-mail. Aucun mot de passe n’est nécessaire."
  },
  leaving: {
    done: "Vous êtes connecté",
    hint: "Vous allez être redirigé. Si rien ne se passe, sélectionnez Continuer.",
    welcome: "Votre compte est prêt",
    welcomeHint:
      "Si vous vous êtes inscrit avec un mot de passe, ouvrez le lien reçu par e-mail pour confirmer votre adresse.",
    mfa: "Encore une étape",
    mfaHint:
      "Votre compte demande aussi un code. Vous allez être redirigé. Si rien ne se passe, sélectionnez Continuer.",
    onboardingHint:
      "Votre compte n’est pas encore actif. Vous allez être redirigé pour terminer sa configuration. Si rien ne se passe, sélectionnez Continuer.",
    goOn: "Continuer"
  },
  signOut: {
    title: "Se déconnecter",
    ask: "Vous êtes connecté en tant que {name}.",
    askUnknown: "Vous êtes connecté.",
    submit: "Se déconnecter",
    done: "Vous êtes déconnecté",
    doneHint: "À bientôt.",
    pendingHint:
      "Vous êtes déconnecté sur cet appareil. Le serveur était inaccessible : la session y reste active jusqu’à son expiration. Pour y mettre fin plus tôt, reconnectez-vous et ouvrez Sessions dans les paramètres du compte.",
    nobody: "Vous n’êtes pas connecté",
    nobodyHint: "Il n’y a aucune session à fermer.",
    again: "Se reconnecter"
  },
  forgotPassword: {
    title: "Réinitialiser votre mot de passe",
    lead: "Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
    submit: "Envoyer le lien",
    sent: "Consultez votre messagerie",
    sentHint:
      "Si un compte est associé à {email}, nous y avons envoyé un lien pour choisir un nouveau mot de passe. Il peut mettre une minute à arriver.",
    back: "Retour à la connexion"
  },
  passwordReset: {
    title: "Choisissez un nouveau mot de passe",
    password: "Nouveau mot de passe",
    repeated: "Confirmer le nouveau mot de passe",
    submit: "Modifier le mot de passe",
    done: "Mot de passe modifié",
    doneHint: "Vous avez été déconnecté partout. Connectez-vous avec le nouveau mot de passe.",
    broken: "Ce lien n’est plus valide",
    again: "Obtenir un nouveau lien",
    signIn: "Se connecter"
  },
  emailVerification: {
    working: "Confirmation de votre adresse e-mail…",
    confirm: "Confirmer votre adresse e-mail ?",
    confirmHint: "Vous n’êtes pas connecté dans ce navigateur. Continuez uniquement si vous avez demandé ce lien.",
    done: "Adresse e-mail confirmée",
    doneHint: "Merci. Vous pouvez fermer cette page ou continuer.",
    used: "Déjà confirmée",
    usedHint: "Ce lien a déjà servi : votre adresse e-mail est confirmée. Vous n’avez rien d’autre à faire.",
    broken: "Ce lien n’est plus valide",
    resend: "Envoyer un nouveau lien",
    sent: "Consultez votre messagerie",
    resent: "Nous vous avons envoyé un nouveau lien. Ouvrez-le pour confirmer votre adresse e-mail.",
    goOn: "Continuer"
  },
  onboarding: {
    verify: "Confirmez votre adresse e-mail",
    verifyLead: "Ouvrez le lien envoyé à {email}. Si vous ne le trouvez pas, demandez-en un nouveau.",
    check: "J’ai ouvert le lien",
    notVerified: "{email} n’est pas encore confirmée. Ouvrez le lien reçu par e-mail, puis réessayez.",
    send: "Envoyer le lien",
    sendIn: {
      one: "Vous pourrez en demander un autre dans {seconds} seconde.",
      other: "Vous pourrez en demander un autre dans {seconds} secondes."
    },
    sent: "Nous avons envoyé un lien à {email}. Il peut mettre une minute à arriver.",
    otherAddress: "Utiliser une autre adresse e-mail",
    address: "Quelle est votre adresse e-mail ?",
    addressLead: "Nous vous enverrons un lien pour la confirmer. Votre compte sera ensuite actif.",
    waiting: "Votre compte n’est pas encore actif",
    waitingLead: "Un administrateur de ce site doit l’activer. Vous n’avez rien à faire d’ici là.",
    says: "Message de l’administrateur",
    stillWaiting: "Rien n’a encore changé. Réessayez plus tard.",
    tryAgain: "Réessayer",
    signOut: "Se déconnecter",
    signedOut: "Connectez-vous pour continuer, ou créez un compte.",
    signIn: "Se connecter",
    signUp: "Créer un compte"
  },
  confirmIdentity: {
    title: "Confirmez votre identité",
    lead: "Pour votre sécurité, reconnectez-vous avant de continuer.",
    submit: "Confirmer",
    byOtherWay:
      "Pour votre sécurité, reconnectez-vous avant de continuer. Déconnectez-vous d’abord, puis connectez-vous en tant que {name}.",
    signOut: "Se déconnecter et continuer"
  },
  magicLink: {
    working: "Connexion en cours…",
    confirm: "Se connecter avec ce lien ?",
    confirmHint:
      "Ce lien a été demandé depuis un autre navigateur ou une autre application. Continuez uniquement si c’était vous.",
    otherHint: "Vous êtes connecté à un autre compte. Continuez pour passer au compte auquel ce lien est destiné.",
    continueAs: "Continuer en tant que {email}",
    broken: "Ce lien n’est plus valide",
    again: "Obtenir un nouveau lien"
  },
  oauth: {
    working: "Connexion en cours…",
    broken: "Échec de la connexion",
    missing: "La réponse du fournisseur est absente de l’URL de cette page. Recommencez depuis la page de connexion.",
    again: "Retour à la connexion"
  },
  mfa: {
    title: "Authentification multifacteur",
    lead: "Saisissez le code à six chiffres affiché pour ce compte dans votre application d’authentification.",
    code: "Code à six chiffres",
    submit: "Valider",
    nothing: "Rien à valider",
    nothingHint: "Aucune connexion n’attend de code. Recommencez depuis la page de connexion.",
    expired: "Délai dépassé",
    expiredHint: "La connexion a expiré. Recommencez. Votre mot de passe n’a pas changé.",
    back: "Retour à la connexion"
  },
  teamInvitation: {
    title: "Rejoindre {team}",
    plainTitle: "Invitation dans une équipe",
    lead: "Vous êtes invité à rejoindre {team} en tant que {name}.",
    accept: "Rejoindre l’équipe",
    decline: "Refuser",
    declined: "Invitation refusée",
    declinedHint: "Vous n’avez pas rejoint l’équipe. Si vous changez d’avis, le lien fonctionne toujours.",
    done: "Bienvenue dans {team}",
    doneHint: "Vous êtes maintenant membre.",
    signedOut:
      "Vous êtes invité dans une équipe. Pour savoir laquelle, connectez-vous avec le compte qui doit la rejoindre, ou créez-en un.",
    restricted: "Votre compte n’est pas encore actif. Terminez d’abord sa configuration, puis rejoignez l’équipe.",
    signIn: "Se connecter",
    signUp: "Créer un compte",
    otherAccount: "Utiliser un autre compte",
    mismatch: "Cette invitation concerne un autre compte",
    broken: "Cette invitation n’est plus valide",
    brokenHint: "Demandez-en une nouvelle à la personne qui vous a invité."
  },
  agent: {
    title: "Autoriser un agent à utiliser votre compte",
    lead: "{agent} demande un accès en tant que {name}. Continuez uniquement si vous venez de le lancer vous-même.",
    rights:
      "Il pourra faire ici tout ce que vous pouvez faire, pendant 90 jours au plus, jusqu’à ce que vous fermiez sa session dans les paramètres du compte.",
    claims: "Ce que l’agent dit de lui-même. Personne ne l’a vérifié :",
    compare: "Refusez la demande si l’agent n’affiche pas ce code :",
    doneHint: "Vous pouvez fermer cette page et revenir à l’agent.",
    deniedHint: "L’agent n’a pas d’accès. Si vous ne l’avez pas lancé, vous n’avez rien d’autre à faire.",
    missing: "Le code est absent de l’URL. Demandez un nouveau lien à l’agent.",
    restricted:
      "Terminez d’abord la configuration de votre compte. Vous pourrez ensuite autoriser ou refuser la demande.",
    finish: "Continuer"
  },
  cli: {
    title: "Se connecter à un outil en ligne de commande",
    lead:
      "Un programme sur un ordinateur demande un accès en tant que {name}. Continuez uniquement si vous venez de le lancer vous-même.",
    compare: "Refusez la demande si votre terminal n’affiche pas ce code :",
    confirm: "Autoriser",
    deny: "Refuser",
    done: "C’est fait",
    doneHint: "Vous pouvez fermer cette page et revenir au terminal.",
    denied: "Demande refusée",
    deniedHint: "Le programme n’a pas été connecté. Si vous ne l’avez pas lancé, vous n’avez rien d’autre à faire.",
    signedOut: "Connectez-vous d’abord. Vous pourrez ensuite autoriser ou refuser la demande.",
    signIn: "Se connecter",
    missing: "Le code de la demande est absent de l’URL. Recommencez dans le terminal.",
    broken: "Cette demande n’est plus valide"
  },
  userMenu: {
    label: "Menu du compte de {name}",
    nobody: "Menu du compte, déconnecté",
    unknown: "Menu du compte",
    avatarOfNobody: "Déconnecté",
    settings: "Paramètres du compte",
    onboarding: "Terminer la configuration du compte",
    signOut: "Se déconnecter",
    signIn: "Se connecter",
    signUp: "Créer un compte"
  },
  accounts: {
    switchTo: "Passer à {name}",
    add: "Ajouter un autre compte",
    signOutAll: "Se déconnecter de tous les comptes"
  },
  impersonation: {
    actingAs: "Vous êtes connecté à la place de {name}.",
    actingAsBy: "{by} utilise le compte de {name} à sa place.",
    end: "Terminer"
  },
  teamSwitcher: {
    label: "Équipe : {team}",
    none: "Aucune équipe",
    unnamed: "Équipe sans nom",
    empty: "Vous ne faites partie d’aucune équipe",
    settings: "Paramètres de l’équipe",
    create: "Créer une équipe"
  },
  error: {
    hint: "Revenez en arrière et réessayez. Si le problème persiste, contactez l’assistance de ce site.",
    notFound: "Page introuvable",
    notFoundHint: "L’adresse est peut-être mal saisie, ou la page a été déplacée."
  },
  errors: {
    AccessTokenExpired: "Votre connexion a expiré. Rechargez la page et réessayez.",
    AnonymousAccountsNotEnabled: "Un compte est nécessaire ici. Créez-en un ou connectez-vous.",
    ApiKeyNotFound: "Cette clé d’API est introuvable. Vérifiez qu’elle est complète et qu’elle appartient à ce projet.",
    BotChallengeFailed: "Nous n’avons pas pu confirmer que vous êtes un être humain. Rechargez la page et réessayez.",
    BotChallengeRequired: "Confirmez que vous êtes un être humain, puis réessayez.",
    CannotDeleteCurrentSession: "C’est la session que vous utilisez actuellement. Déconnectez-vous plutôt.",
    CannotGetOwnUserWithoutUser: "Vous devez être connecté pour cela. Connectez-vous et réessayez.",
    CliAuthError: "Cette demande est inconnue, expirée ou déjà traitée. Lancez-en une nouvelle dans le terminal.",
    CliAuthExpiredError: "Cette demande a expiré. Lancez-en une nouvelle dans le terminal.",
    CliAuthUsedError: "Cette demande a déjà été traitée. Lancez-en une nouvelle dans le terminal.",
    ContactChannelAlreadyUsedForAuthBySomeoneElse:
      "Un autre compte utilise déjà cette adresse pour se connecter. Utilisez-en une autre.",
    EmailAlreadyVerified: "Cette adresse e-mail est déjà confirmée. Vous n’avez rien d’autre à faire.",
    EmailNotAssociatedWithUser:
      "Cette adresse e-mail ne peut pas être utilisée ici. Vérifiez l’orthographe ou utilisez-en une autre.",
    EmailNotVerified:
      "Cette adresse e-mail n’est pas encore confirmée. Ouvrez le lien reçu par e-mail, puis réessayez.",
    EmailPasswordMismatch: "Adresse e-mail ou mot de passe incorrect.",
    InvalidAuthorizationCode: "Cette connexion est déjà terminée ou a pris trop de temps. Recommencez.",
    InvalidOAuthClientIdOrSecret:
      "Ce site n’est pas correctement configuré auprès du fournisseur. Contactez son assistance.",
    InvalidPollingCodeError: "Cette demande est inconnue. Lancez-en une nouvelle dans le terminal.",
    InvalidPublishableClientKey: "Ce site n’est pas correctement configuré. Contactez son assistance.",
    InvalidScope: "Ce site demande une autorisation qui n’existe pas ici. Contactez son assistance.",
    InvalidTotpCode: "Ce code est incorrect. Utilisez celui que l’application affiche maintenant.",
    ItemNotFound: "Cet élément n’existe pas dans ce projet. Contactez l’assistance de ce site.",
    ItemQuantityInsufficientAmount: "Il n’en reste pas assez. Ajoutez-en, puis réessayez.",
    MultiFactorAuthenticationRequired: "Votre compte demande aussi un code. Saisissez-le sur la page suivante.",
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys:
      "Ce site ne peut pas agir en votre nom auprès du fournisseur. Contactez son assistance.",
    OAuthConnectionAlreadyConnectedToAnotherUser:
      "Ce compte est déjà associé à un autre utilisateur. Connectez-vous avec cet utilisateur ou choisissez un autre compte.",
    OAuthExtraScopeNotAvailableWithSharedOAuthKeys:
      "Ce site ne peut pas demander autant d’autorisations au fournisseur. Contactez son assistance.",
    OAuthProviderAccessDenied: "L’accès a été refusé chez le fournisseur. Réessayez ou connectez-vous autrement.",
    OAuthProviderAccountIdAlreadyUsedForSignIn:
      "Un autre utilisateur se connecte déjà avec ce compte. Utilisez-en un autre.",
    OAuthProviderNotFoundOrNotEnabled: "Ce fournisseur n’est pas activé ici. Connectez-vous autrement.",
    OAuthProviderTemporarilyUnavailable:
      "Le fournisseur ne répond pas pour le moment. Réessayez plus tard ou connectez-vous autrement.",
    OuterOAuthTimeout: "La connexion a pris trop de temps. Veuillez vous reconnecter.",
    PasskeyAuthenticationFailed:
      "Cette clé d’accès n’a pas permis de vous connecter. Essayez-en une autre ou connectez-vous autrement.",
    PasskeyAuthenticationNotEnabled: "Les clés d’accès ne sont pas activées ici. Connectez-vous autrement.",
    PasskeyRegistrationFailed:
      "La clé d’accès n’a pas pu être ajoutée. Réessayez, ou utilisez un autre appareil ou navigateur.",
    PasskeyWebAuthnError:
      "Votre navigateur ou votre appareil n’a pas pu utiliser la clé d’accès. Réessayez ou utilisez-en un autre.",
    PasswordAuthenticationNotEnabled: "Les mots de passe ne sont pas activés ici. Connectez-vous autrement.",
    PasswordConfirmationMismatch: "Le mot de passe actuel est incorrect.",
    PasswordTooLong: "Choisissez un mot de passe de {maxLength} caractères au maximum.",
    PasswordTooShort: "Choisissez un mot de passe d’au moins {minLength} caractères.",
    PermissionNotFound: "Cette autorisation n’existe plus. Rechargez la page.",
    ProjectPermissionRequired: "Vous n’avez pas l’autorisation nécessaire. Contactez l’assistance de ce site.",
    PublishableClientKeyRequiredForProject: "Ce site n’est pas correctement configuré. Contactez son assistance.",
    RedirectUrlNotWhitelisted: "Ce site n’est pas autorisé par le projet. Contactez son assistance.",
    SignUpNotEnabled: "Ce site n’accepte pas de nouveaux comptes pour le moment.",
    SignUpRejected: "Cette inscription n’a pas été acceptée. Contactez l’assistance de ce site.",
    TeamAlreadyExists: "Cette équipe existe déjà. Utilisez-la ou créez-en une autre.",
    TeamInvitationEmailMismatch:
      "Cette invitation a été envoyée à une autre adresse e-mail. Connectez-vous avec celle-ci ou ajoutez-la à votre compte.",
    TeamInvitationRestrictedUserNotAllowed:
      "Votre compte ne peut pas encore rejoindre d’équipe. Confirmez d’abord votre adresse e-mail ou contactez l’assistance de ce site.",
    TeamMembershipNotFound: "Cette personne n’est pas dans l’équipe. Elle l’a peut-être déjà quittée.",
    TeamNotFound: "Cette équipe n’existe plus, ou vous n’en êtes plus membre.",
    TeamPermissionRequired:
      "Vous n’avez pas l’autorisation nécessaire dans cette équipe. Adressez-vous à une personne qui la gère.",
    UnparsableAccessToken: "Votre connexion n’est plus valide. Déconnectez-vous, puis reconnectez-vous.",
    UserAlreadyConnectedToAnotherOAuthConnection:
      "Votre compte est déjà associé à un autre compte de ce fournisseur. Dissociez-le d’abord.",
    UserAuthenticationRequired: "Vous devez être connecté pour cela. Connectez-vous et réessayez.",
    UserDoesNotHavePassword: "Ce compte n’a pas encore de mot de passe. Définissez-en un.",
    UserIdDoesNotExist: "Cet utilisateur n’existe plus.",
    UserNotFound: "Cet utilisateur n’existe plus.",
    UserWithEmailAlreadyExists:
      "Un compte existe déjà avec cette adresse e-mail. Connectez-vous ou utilisez une autre adresse.",
    VerificationCodeAlreadyUsed:
      "Ce code ou ce lien a déjà servi et n’est valable qu’une fois. Demandez-en un nouveau si nécessaire.",
    VerificationCodeExpired: "Ce code ou ce lien a expiré. Demandez-en un nouveau.",
    VerificationCodeMaxAttemptsReached: "Trop d’essais incorrects : ce code n’est plus valide. Demandez-en un nouveau.",
    VerificationCodeNotFound:
      "Ce code ou ce lien n’est pas valide. Vérifiez qu’il est complet ou demandez-en un nouveau."
  },
  account: {
    title: "Paramètres du compte",
    pageTitle: "{section} · Paramètres du compte",
    signOut: "Se déconnecter",
    backToApp: "Retour à l’application",
    over: "Vous êtes déconnecté",
    overHint: "Reconnectez-vous pour continuer.",
    signIn: "Se connecter",
    failed: "Le chargement a échoué",
    groups: { you: "Vous", security: "Sécurité", work: "Travail" },
    sections: {
      profile: "Profil",
      emails: "Adresses e-mail",
      password: "Mot de passe",
      passkeys: "Clés d’accès",
      mfa: "Authentification multifacteur",
      sessions: "Sessions",
      connections: "Comptes associés",
      notifications: "Notifications",
      "api-keys": "Clés d’API",
      teams: "Équipes",
      billing: "Facturation"
    },
    leads: {
      profile: "Comment les autres vous voient.",
      emails: "Comment nous vous contactons et avec quelles adresses vous pouvez vous connecter.",
      password: "Choisissez-en un que vous n’utilisez nulle part ailleurs.",
      passkeys: "Connectez-vous avec votre empreinte, votre visage ou le verrouillage de l’écran, sans mot de passe.",
      mfa: "La connexion demande aussi un code fourni par une application sur votre téléphone.",
      sessions: "Là où vous êtes connecté. Déconnectez tout appareil que vous ne reconnaissez pas.",
      connections: "Vos comptes sur d’autres services.",
      notifications: "Les e-mails que vous souhaitez recevoir.",
      "api-keys":
        "Pour les programmes qui agissent en votre nom. Toute personne disposant d’une clé peut faire ce que vous pouvez faire.",
      teams: "Les groupes de personnes avec lesquelles vous travaillez.",
      billing: "Votre abonnement, votre carte et vos factures."
    },
    picture: {
      label: "Photo",
      ofTeam: "Photo de l’équipe",
      choose: "Choisir une photo",
      remove: "Supprimer",
      hint: "PNG, JPEG ou WebP. L’image sera recadrée en carré.",
      unreadable: "Votre navigateur ne peut pas lire ce fichier comme image. Choisissez un fichier PNG, JPEG ou WebP."
    },
    profile: { name: "Nom" },
    emails: {
      primary: "Principale",
      verified: "Confirmée",
      unverified: "Non confirmée",
      usedForAuth: "Connexion",
      verify: "Envoyer un lien",
      sent: "Nous avons envoyé un lien à {email}. Ouvrez-le pour confirmer votre adresse e-mail.",
      makePrimary: "Définir comme principale",
      useForAuth: "Utiliser pour la connexion",
      stopUsing: "Ne plus utiliser pour la connexion",
      remove: "Supprimer",
      removeTitle: "Supprimer {email} ?",
      removeHint:
        "Nous n’enverrons plus d’e-mails à cette adresse et vous ne pourrez plus l’utiliser pour vous connecter.",
      add: "Ajouter une adresse e-mail",
      submit: "Ajouter",
      none: "Aucune adresse e-mail",
      noneHint: "Sans adresse, nous ne pouvons ni vous contacter ni vous aider si vous perdez l’accès."
    },
    password: {
      old: "Mot de passe actuel",
      new: "Nouveau mot de passe",
      repeated: "Confirmer le nouveau mot de passe",
      hint: "Au moins {length} caractères.",
      othersHint: "Vous serez déconnecté partout ailleurs.",
      change: "Modifier le mot de passe",
      set: "Définir un mot de passe",
      setHint: "Vous n’avez pas encore de mot de passe. Définissez-en un pour vous connecter avec.",
      changed: "Votre mot de passe a été modifié."
    },
    passkeys: {
      yours: "Votre clé d’accès",
      yoursHint: "Sur l’appareil ou dans le gestionnaire de mots de passe où vous l’avez ajoutée.",
      add: "Ajouter une clé d’accès",
      replace: "Remplacer",
      replaceTitle: "Remplacer votre clé d’accès ?",
      replaceHint:
        "Un compte ne peut avoir qu’une clé d’accès. La nouvelle remplace l’ancienne, qui ne fonctionnera plus.",
      added: "Votre clé d’accès est prête. Utilisez-la lors de votre prochaine connexion.",
      cancelled: "Aucune clé d’accès n’a été ajoutée. Réessayez quand vous voulez.",
      remove: "Supprimer",
      removeTitle: "Supprimer votre clé d’accès ?",
      removeHint: "Vous ne pourrez plus l’utiliser pour vous connecter.",
      none: "Aucune clé d’accès",
      noneHint: "Rien à retenir, et rien qu’un e-mail d’hameçonnage puisse voler.",
      unsupported: "Ce navigateur ne peut pas créer de clé d’accès. Essayez un autre navigateur ou appareil."
    },
    mfa: {
      off: "L’authentification multifacteur est désactivée",
      offHint: "Activez-la pour qu’un mot de passe volé ne suffise pas à se connecter.",
      begin: "Configurer",
      scan: "Scannez ce code avec une application d’authentification",
      scanHint:
        "Utilisez n’importe quelle application d’authentification ou un gestionnaire de mots de passe qui génère des codes.",
      qr: "Code QR pour l’application d’authentification",
      secret: "Ou saisissez cette clé dans l’application",
      code: "Code à six chiffres",
      codeHint: "Affiché dans l’application.",
      submit: "Activer",
      on: "L’authentification multifacteur est activée",
      onHint:
        "Conservez l’application : sans ses codes, vous ne pouvez pas vous connecter. Il n’y a pas de codes de récupération : ajoutez aussi le compte sur un deuxième appareil ou gardez la clé en lieu sûr.",
      turnOff: "Désactiver",
      turnOffTitle: "Désactiver l’authentification multifacteur ?",
      turnOffHint: "Votre mot de passe suffira pour vous connecter."
    },
    sessions: {
      agents: "Agents",
      agentsHint:
        "Programmes que vous avez autorisés à utiliser votre compte. Ils peuvent faire tout ce que vous pouvez faire.",
      unknown: "Autre appareil",
      place: "{city}, {country}",
      current: "Cet appareil",
      lastUsed: "Active {time}",
      device: "{browser} sur {system}",
      more: { one: "Afficher {count} autre", other: "Afficher {count} autres" },
      signedIn: "Connecté {time}",
      address: "Adresse IP {ip}",
      revoke: "Déconnecter",
      revokeTitle: "Déconnecter cette session ?",
      revokeHint: "Cet appareil devra se reconnecter.",
      revokeOthers: "Se déconnecter partout ailleurs",
      revokeOthersTitle: "Se déconnecter partout ailleurs ?",
      revokeOthersHint: "Vous restez connecté ici. Tous les autres appareils devront se reconnecter.",
      only: "Vous n’êtes connecté nulle part ailleurs."
    },
    connections: {
      signIn: "Connexion",
      link: "Associer {provider}",
      unlink: "Dissocier",
      unlinkTitle: "Dissocier {provider} ?",
      unlinkHint: "Vous ne pourrez plus l’utiliser pour vous connecter, et ce site perdra l’accès à ce compte.",
      lastWayHint:
        "C’est votre seul moyen de connexion. Définissez d’abord un mot de passe ou ajoutez une clé d’accès, sinon vous ne pourrez plus vous connecter.",
      none: "Aucun compte associé",
      noneHint: "Associez-en un pour vous connecter en un clic."
    },
    notifications: {
      always: "Toujours activé",
      kinds: {
        Transactional: {
          name: "Compte et sécurité",
          hint: "Codes, liens et alertes de sécurité concernant votre compte."
        },
        Marketing: { name: "Actualités et offres", hint: "Des nouveautés et des promotions de temps en temps." }
      },
      none: "Aucun réglage",
      noneHint: "Ce site n’envoie aucun e-mail que vous puissiez désactiver."
    },
    billing: {
      plans: "Votre abonnement",
      renews: "Renouvelé le {time}",
      ends: "Sans renouvellement",
      switchTo: "Passer à {name}",
      switchTitle: "Passer à {name} ?",
      switchHint: "Le changement est immédiat. Nous débitons votre carte de la différence.",
      cancel: "Résilier l’abonnement",
      cancelTitle: "Résilier {name} ?",
      cancelHint: "Vous perdrez ce qu’il comprend, au plus tard à la fin de la période.",
      none: "Aucun abonnement",
      noneHint: "Dès que vous en achetez un, vous pouvez le gérer ici.",
      card: "Carte",
      cardEnding: "{brand} se terminant par {lastFour}",
      cardExpires: "Expire en {month}/{year}",
      noCard: "Aucune carte n’est enregistrée.",
      invoices: "Factures",
      statuses: { draft: "Brouillon", open: "Impayée", paid: "Payée", uncollectible: "Impayée", void: "Annulée" },
      view: "Afficher"
    },
    apiKeys: {
      description: "À quoi sert-elle ?",
      lifetime: "Expire après",
      lifetimes: { "7": "7 jours", "30": "30 jours", "90": "90 jours", "365": "1 an", never: "Jamais" },
      create: "Créer une clé",
      created: "Copiez maintenant la clé « {description} »",
      createdHint: "Elle ne sera plus affichée. Protégez-la comme un mot de passe.",
      value: "Clé d’API",
      dismiss: "Je l’ai copiée",
      ending: "Se termine par {lastFour}",
      createdOn: "Créée : {time}",
      expires: "Expire : {time}",
      never: "N’expire jamais",
      expired: "Expirée",
      revoked: "Révoquée",
      revoke: "Révoquer",
      revokeTitle: "Révoquer « {description} » ?",
      revokeHint: "Les programmes qui l’utilisent perdent immédiatement l’accès. Cette action est irréversible.",
      none: "Aucune clé d’API",
      noneHint: "Créez-en une pour un script ou un serveur."
    },
    teams: {
      title: "Paramètres de l’équipe",
      pageTitle: "{team} · Paramètres de l’équipe",
      team: "Équipe",
      current: "Actuelle",
      unnamed: "Équipe sans nom",
      open: "Paramètres",
      select: "Basculer",
      create: "Créer une équipe",
      name: "Nom de l’équipe",
      submit: "Créer",
      none: "Aucune équipe",
      noneHint: "Créez-en une ou demandez à un membre d’une équipe de vous inviter.",
      all: "Toutes les équipes",
      missing: "Vous ne faites pas partie de cette équipe",
      missingHint: "Vous l’avez peut-être quittée, ou le lien n’est pas destiné à ce compte.",
      you: "Vous",
      yourName: "Votre nom dans cette équipe",
      yourNameHint: "Les membres de cette équipe le voient à la place du nom de votre profil.",
      members: "Membres",
      unnamedMember: "Membre sans nom",
      removeMember: "Retirer",
      removeMemberTitle: "Retirer {name} de l’équipe ?",
      removeMemberHint:
        "Cette personne perdra l’accès à tout le contenu de l’équipe. Vous pourrez l’inviter à nouveau.",
      invitations: "Invitations",
      inviteEmail: "Inviter par e-mail",
      invite: "Inviter",
      invited: "Nous avons envoyé une invitation à {email}.",
      expires: "Expire : {time}",
      revokeInvitation: "Révoquer",
      noInvitations: "Aucune invitation en attente.",
      apiKeys: "Clés d’API",
      leave: "Quitter l’équipe",
      leaveTitle: "Quitter {team} ?",
      leaveHint:
        "Vous perdrez l’accès à tout le contenu de l’équipe. Pour revenir, il vous faudra une nouvelle invitation.",
      delete: "Supprimer l’équipe",
      deleteTitle: "Supprimer {team} ?",
      deleteHint: "L’équipe sera supprimée pour tous ses membres. Cette action est irréversible."
    },
    delete: {
      title: "Supprimer le compte",
      hint:
        "Votre profil, vos adresses e-mail, vos sessions et vos clés d’API seront supprimés. Les équipes restent pour leurs autres membres.",
      typed: "Saisissez {phrase} pour confirmer",
      submit: "Supprimer mon compte"
    },
    copy: { label: "Copier", done: "Copié." }
  }
}

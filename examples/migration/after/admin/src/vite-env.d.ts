interface ImportMeta {
  readonly env: { readonly [name: string]: string | undefined }
}

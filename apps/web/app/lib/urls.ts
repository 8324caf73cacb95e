/** The addresses of the pages, for the pages. */
export * from '@yunmu/urls'

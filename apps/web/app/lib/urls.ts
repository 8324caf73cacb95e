/** URLs of pages, for pages. */
export * from '@yunmu/urls'

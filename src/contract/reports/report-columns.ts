/** Columns that reports have in common, with links to what they name. */

export const schoolColumn = {
  kind: 'text',
  title: 'School Name',
  value: ({ schoolName }: { readonly schoolName: string }) => schoolName,
  share: 3,
  href: ({ schoolId }: { readonly schoolId: number }) => `/updateSchool/${schoolId}`,
  screenKey: 'SchoolAccount',
} as const

/** @param id the name of the row's field with the provider's id */
export const providerColumn = <const Id extends string>(id: Id) =>
  ({
    kind: 'text',
    title: 'Provider Name',
    value: ({ providerName }: { readonly providerName: string }) => providerName,
    share: 3,
    href: (row: Readonly<Record<Id, number>>) => `/provider/${row[id]}`,
    screenKey: 'ProviderProfileInformation',
  }) as const

export const studentColumn = {
  kind: 'text',
  title: 'Student Name',
  value: ({ studentName }: { readonly studentName: string }) => studentName,
  share: 2,
  href: ({ studentId }: { readonly studentId: number | null }) =>
    studentId === null ? undefined : `/student/${studentId}`,
} as const

export const STUDENTS = 20_000

const GIVEN = ['Amélie', 'Bao', 'Chidi', 'Dolores', 'Émile', 'Fatima', 'Giulia', 'Hồng', 'Iñaki', 'Jürgen']
const FAMILY = ['Núñez', 'Okafor', 'Nguyễn', 'Smith', 'Øster', 'Petrović', 'Quispe', 'Rahman', 'Sørensen', 'Tanaka']

/** Unordered names with accented letters. */
export const studentName = (number: number): string =>
  `${GIVEN[(number * 7) % GIVEN.length]} ${FAMILY[(number * 3) % FAMILY.length]}-${(number * 7919) % STUDENTS}`

export const SCHOOLS = 1000

export const schoolName = (number: number): string =>
  `${FAMILY[(number * 3) % FAMILY.length]} School ${(number * 379) % SCHOOLS}`

export const PROVIDERS = 5000

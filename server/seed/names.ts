/**
 * People with names in many languages: a district's rolls contain scripts, lengths and name orders that forms must
 * handle.
 */
import type { Random } from './random.ts'

interface Language {
  /** Relative frequency. */
  weight: number
  given: readonly string[]
  family: readonly string[]
  /** The full name as its language writes it; by default the given name first, then a space. */
  write?: (given: string, family: string) => string
}

const familyFirst = (given: string, family: string) => `${family} ${given}`
const unspaced = (given: string, family: string) => `${family}${given}`

const LANGUAGES: readonly Language[] = [
  {
    weight: 30,
    given:
      'Emma Liam Olivia Noah Ava Ethan Sophia Mason Harper Jackson Zoe Caleb Amara Elijah Grace Jayden Ruby Isaiah'.split(
        ' ',
      ),
    family:
      'Walker Johnson Bennett Clarke O’Connor Reed Washington Hughes McAllister Price Brooks Turner Patel Foster Grant Coleman'.split(
        ' ',
      ),
  },
  {
    weight: 16,
    given: [
      'Mateo',
      'Valentina',
      'Santiago',
      'Camila',
      'José María',
      'Lucía',
      'Diego',
      'Ximena',
      'Joaquín',
      'Inés',
      'Emiliano',
      'Renata',
    ],
    family: [
      'García Márquez',
      'Hernández',
      'Núñez',
      'de la Cruz',
      'Ibáñez Peña',
      'Rodríguez',
      'Muñoz',
      'Álvarez',
      'Ñañez',
      'Vega',
    ],
  },
  {
    weight: 6,
    given: ['Minh Anh', 'Thảo Nguyên', 'Quốc Bảo', 'Bích Phượng', 'Đức Huy', 'Ngọc Ánh', 'Khánh Linh'],
    family: ['Nguyễn', 'Trần', 'Phạm', 'Đặng', 'Huỳnh', 'Vũ', 'Lê'],
    write: familyFirst,
  },
  {
    weight: 6,
    given: ['子轩', '雨桐', '浩然', '欣怡', '梓涵', '俊杰', '思远'],
    family: ['王', '李', '张', '陈', '欧阳', '刘', '赵'],
    write: unspaced,
  },
  {
    weight: 4,
    given: ['さくら', '陽翔', '結衣', '大翔', '美咲', '蓮'],
    family: ['佐藤', '高橋', '渡辺', '小林', '中村', '長谷川'],
    write: familyFirst,
  },
  {
    weight: 5,
    given: ['서연', '민준', '지우', '하은', '도윤', '예린'],
    family: ['김', '이', '박', '최', '남궁', '정'],
    write: unspaced,
  },
  {
    weight: 6,
    given: ['محمد', 'فاطمة', 'عبد الرحمن', 'ليلى', 'يوسف', 'مريم'],
    family: ['الحسيني', 'الأنصاري', 'بن علي', 'الخطيب', 'حداد', 'العبدالله'],
  },
  {
    weight: 4,
    given: ['נועה', 'יונתן', 'תמר', 'אריאל', 'מיכל', 'דוד'],
    family: ['כהן', 'לוי', 'בן־דוד', 'שפירא', 'מזרחי'],
  },
  {
    weight: 5,
    given: ['Анастасия', 'Дмитро', 'Мария', 'Александр', 'Соломія', 'Иван'],
    family: ['Шевченко', 'Иванов', 'Ковальчук', 'Петров', 'Бондаренко', 'Рождественский'],
  },
  {
    weight: 3,
    given: ['Ελένη', 'Γιώργος', 'Αικατερίνη', 'Κωνσταντίνος', 'Δήμητρα'],
    family: ['Παπαδόπουλος', 'Οικονόμου', 'Αντωνίου', 'Βλάχος'],
  },
  {
    weight: 5,
    given: ['आरव', 'अनन्या', 'विवान', 'दिया', 'कृष्ण', 'प्रिया'],
    family: ['शर्मा', 'पटेल', 'गुप्ता', 'चतुर्वेदी', 'मिश्रा'],
  },
  {
    weight: 3,
    given: ['Zoë', 'Søren', 'Åsa', 'Łukasz', 'Jürgen', 'Þóra', 'Željko', 'Çağla'],
    family: ['Müller', 'Østergård', 'Wójcik', 'Guðmundsdóttir', 'Đorđević', 'Yılmaz', 'Škvorecký'],
  },
  {
    weight: 4,
    given: ['Chukwuemeka', 'Ayọ̀bámi', 'Wanjikũ', 'Kwabena', 'Thandiwe', 'Oluwaseun'],
    family: ['Okonkwo', 'Adébáyọ̀', 'Mwangi', 'Nkrumah', 'Dlamini', 'Olúwafẹ́mi'],
  },
  {
    weight: 3,
    given: ['Kawika', 'Leilani', 'Kaʻiulani', 'Makoa'],
    family: ['Kahananui', 'Keliʻihoʻomalu', 'Kealoha', 'Nāone'],
  },
]

/** Far longer than any column, so every list must truncate it. */
export const LONGEST_NAME = 'Maximiliana Alexandrina Wolfeschlegelsteinhausen-Featherstonehaugh-Cholmondeley'
/** Two students at one school have this name. */
export const SHARED_NAME = 'Emma Johnson'

export interface PersonName {
  given: string
  family: string
  /** As displayed. */
  full: string
}

export const pickName = (random: Random): PersonName => {
  const total = LANGUAGES.reduce((sum, { weight }) => sum + weight, 0)
  let at = random.int(1, total)
  const language =
    LANGUAGES.find(({ weight }) => {
      at -= weight
      return at <= 0
    }) ?? random.pick(LANGUAGES)
  const given = random.pick(language.given)
  const family = random.pick(language.family)
  return { given, family, full: language.write?.(given, family) ?? `${given} ${family}` }
}

"""Invented clinical notes: what is medicine stays, and people beside it go."""

from __future__ import annotations

import re

import pytest

from understudy.deidentifier import Deidentifier

KEY = bytes(range(32))
NOTES = {
    "en": (
        "Bishop score 6, Child-Pugh B, GCS 14/15. BP 142/88, HR 97, RR 18, sats 96% on air.",
        "Seen in A&E by the SHO; U&Es, LFTs and FBC sent. Referred to T&O and ENT.",
        "BP 98/52 lying, 84/48 standing. Wells score 4.5, CURB-65 3, CHA2DS2-VASc 4, HAS-BLED 2.",
        "Transferred from ITU to HDU, then CCU. Discussed with the med reg and the FY1.",
        "Murphy's sign positive, Rovsing's negative, McBurney's point tender. Kernig's "
        "and Brudzinski's negative.",
        "Child-Pugh C cirrhosis, MELD 22, West Haven grade 2. Rockall 5, Glasgow-Blatchford 11.",
        "PEFR 310 (best 450). FEV1/FVC 0.62. ABG: pH 7.31, pCO2 7.2, HCO3 28.",
        "Apgar 9/10 at 1 and 5 min. Epworth 14/24. MMSE 23/30, MoCA 19/30, AMTS 7/10.",
        "Visual acuity 6/9 right, 6/60 left. IOP 21/18. Snellen 6/6 with pinhole.",
        "Salter-Harris II fracture, Colles' fracture, Weber B ankle, Garden III neck of femur.",
        "Foley out, Hickman line in situ, Swan-Ganz floated, Sengstaken tube available.",
        "Paracetamol 1 g QDS, co-amoxiclav 625 mg TDS for 5/7, enoxaparin 40 mg OD, GTN PRN.",
        "NYHA III, Killip II, Canadian class 2. Echo: EF 35%. Troponin 412, then 387.",
        "ECG: Wolff-Parkinson-White, Wenckebach on telemetry. QTc 480. Brugada type 1 excluded.",
        "Barthel 14/20, Waterlow 18, MUST 1, Rockwood 5. DNACPR in place. TEP form done.",
        "Romberg's negative, Babinski downgoing, Hoffmann's absent. Power 5/5 "
        "throughout, reflexes 2+.",
        "Tinel's and Phalen's positive. Finkelstein's test positive. Lachman negative, "
        "McMurray's positive.",
        "GP letter: known COPD, T2DM, HTN. O/E: NAD. Plan: r/v in AMU, bloods, CXR, MSU.",
        "DVT ruled out by Doppler. D-dimer 0.4. Homan's sign negative. TED stockings.",
        "Parkinson's disease, Hoehn and Yahr 3. Lewy body dementia. MDT on the ward.",
        "Addison's crisis. Cushing's syndrome excluded. Conn's suspected. Hashimoto's thyroiditis.",
        "Anti-Ro and anti-La positive; ANA 1/320. Schirmer 3 mm. Coombs negative.",
        "PHQ-9 17, GAD-7 12, EPDS 13. CAMHS and CMHT informed. AMHP called.",
        "Waldenström's, Burkitt's and Kaposi's ruled out. LDH 612. Ki-67 80%.",
        "Trendelenburg gait. Thomas splint. Ilizarov frame. Bankart repair. Hill-Sachs lesion.",
    ),
    "es": (
        "TA 130/80, FC 78 lpm, SatO2 96%, Tª 36,7. Glasgow 15. EVA 3/10.",
        "Valorado en Urgencias por el MIR de guardia; se solicita TAC y PCR. Ingresa en UCI.",
        "Signo de Murphy positivo, Blumberg negativo, Rovsing dudoso. Maniobra de Valsalva.",
        "Child-Pugh B, MELD 18. Forrest IIa. Escala de Rockall 4. Clasificación de Atlanta.",
        "Enfermedad de Crohn desde hace 5 años. Síndrome de Sjögren. Fenómeno de Raynaud.",
        "Paracetamol 1 g cada 8 horas, enoxaparina 40 mg/24 h, omeprazol 20 mg antes del desayuno.",
        "Barthel 60/100, Norton 14, Downton 3, MEC 25/30. Rankin 2.",
        "Sonda de Foley retirada. Vía de Hickman. Drenaje de Kehr y Penrose. Redón débito 50 ml.",
        "AV 0,8/0,6. PIO 16/18 mmHg. Test de Schirmer 4 mm. Ishihara normal.",
        "Apgar 9/10, Silverman 1. Bishop 6. Maniobras de Leopold. Test de Coombs negativo.",
        "Wells 4, Ginebra 5, CHA2DS2-VASc 3, HAS-BLED 2. Killip II. NYHA III.",
        "Linfoma de Hodgkin estadio IIB de Ann Arbor. Gleason 3+4. Breslow 1,2 mm. Clark III.",
        "Babinski flexor, Romberg negativo, Lasègue positivo a 30º, Kernig negativo.",
        "FC 110, TA 90/50, lactato 4,2, SOFA 7, qSOFA 2. Ringer lactato 500 ml. Noradrenalina 0,1.",
        "ANA 1/320, anti-Ro positivo, VSG 45, PCR 12,3. Ferritina 800.",
        "Consultas de ORL, COT y M. Interna. Pendiente de RMN. Alta por HaD.",
    ),
}
PEOPLE = (
    ("Seen by Dr Babinski and Mr Turner's wife.", ("Babinski", "Turner")),
    ("Mr Hoffmann is negative for MRSA. Mrs Edwards positive.", ("Hoffmann", "Edwards")),
    ("Anna Kaposi rang. Nurse Leopold Burkitt was told.", ("Kaposi", "Burkitt")),
    ("She met Turner's and Harris's parents.", ("Turner", "Harris")),
    ("Patient: Edward Conn. Conn planned to leave.", ("Conn",)),
)


@pytest.fixture(scope="module", params=["clinical", "surrogate"])
def release(request: pytest.FixtureRequest) -> Deidentifier:
    return Deidentifier(request.param)


@pytest.mark.parametrize("language", list(NOTES))
def test_medicine_stays(release: Deidentifier, language: str) -> None:
    changed = [
        note for note in NOTES[language] if release(note, language=language, key=KEY).text != note
    ]
    assert not changed


@pytest.mark.parametrize(("text", "people"), PEOPLE)
def test_people_with_such_names_go(
    release: Deidentifier, text: str, people: tuple[str, ...]
) -> None:
    left = {
        edit.original: edit.reason
        for edit in release(text, language="en", key=KEY).edits
        if edit.reason and re.search("|".join(people), edit.original)
    }
    assert not left

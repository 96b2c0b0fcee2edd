// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ranks/addresses.h"
#include "core/ranks/launch.h"
#include "core/ranks/rendezvous.h"

#include <QTemporaryFile>
#include <QTest>
#include <map>
#include <string>

using namespace ql;
using namespace ql::ranks;

namespace {

using Environment = std::map<std::string, std::string>;

std::optional<Launch> launchIn(const Environment& environment)
{
    return launchOf([&environment](const char* name) -> const char* {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
    });
}

std::string refusalOf(const Environment& environment)
{
    try {
        launchIn(environment);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

const Environment kTorchrun{{"RANK", "3"}, {"WORLD_SIZE", "8"}, {"MASTER_ADDR", "node1"}, {"MASTER_PORT", "29511"}};

Environment with(Environment environment, const std::string& name, const std::string& value)
{
    environment[name] = value;
    return environment;
}

Environment without(Environment environment, const std::string& name)
{
    environment.erase(name);
    return environment;
}

} // namespace

class TestLaunch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneProcessIsNoGroup()
    {
        QVERIFY(!launchIn({}));
        QVERIFY(!launchIn({{"RANK", "0"}, {"WORLD_SIZE", "1"}}));
        // A batch script of Slurm has a rank, and as many tasks as will be: only srun starts them.
        QVERIFY(!launchIn({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "17"}}));
    }

    void understandsTorchrun()
    {
        const auto launch = launchIn(kTorchrun);
        QVERIFY(launch);
        QCOMPARE(launch->rank, std::size_t(3));
        QCOMPARE(launch->size, std::size_t(8));
        QCOMPARE(launch->address, std::string("node1"));
        QCOMPARE(int(launch->port), 29511);
        QCOMPARE(launch->attempt, std::string());
        auto listening = with(kTorchrun, "TORCHELASTIC_USE_AGENT_STORE", "True");
        listening["TORCHELASTIC_RESTART_COUNT"] = "2";
        QCOMPARE(int(launchIn(listening)->port), 29512);
        QCOMPARE(launchIn(listening)->attempt, std::string("2"));
        QCOMPARE(int(launchIn(with(listening, "MASTER_PORT", "65535"))->port), 65534);
    }

    void understandsMpirun()
    {
        const Environment mpirun{{"OMPI_COMM_WORLD_RANK", "1"},
                                 {"OMPI_COMM_WORLD_SIZE", "4"},
                                 {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"},
                                 {"OMPI_MCA_ess_base_jobid", "1234"}};
        const auto launch = launchIn(mpirun);
        QCOMPARE(launch->size, std::size_t(4));
        QCOMPARE(launch->address, std::string("127.0.0.1"));
        QVERIFY(launch->port >= 20000 && launch->port < 29000);
        QVERIFY(launchIn(with(mpirun, "OMPI_MCA_ess_base_jobid", "1235"))->port != launch->port);
        QVERIFY(!launch->isSpread);
        auto spread = with(mpirun, "OMPI_COMM_WORLD_LOCAL_SIZE", "2");
        spread["MASTER_ADDR"] = "node1";
        QVERIFY(launchIn(spread)->isSpread);
        QVERIFY(refusalOf(with(mpirun, "OMPI_COMM_WORLD_LOCAL_SIZE", "2")).find("MASTER_ADDR") != std::string::npos);
    }

    void understandsSrun()
    {
        const Environment srun{{"SLURM_PROCID", "5"},
                               {"SLURM_STEP_NUM_TASKS", "6"},
                               {"SLURM_STEP_NODELIST", "node[07-09,12]"},
                               {"SLURM_STEP_NUM_NODES", "4"},
                               {"SLURM_JOB_ID", "17"}};
        const auto launch = launchIn(srun);
        QVERIFY(launch->isSpread && !launchIn(with(srun, "SLURM_STEP_NUM_NODES", "1"))->isSpread);
        QCOMPARE(launch->rank, std::size_t(5));
        QCOMPARE(launch->size, std::size_t(6));
        QCOMPARE(launch->address, std::string("node07"));
    }

    void findsTheFirstHost()
    {
        QCOMPARE(firstHost("gpu3"), std::string("gpu3"));
        QCOMPARE(firstHost("gpu3,gpu4"), std::string("gpu3"));
        QCOMPARE(firstHost("n[1,3]"), std::string("n1"));
        QCOMPARE(firstHost("r[2-3]n[04-07].site,gpu1"), std::string("r2n04.site"));
        QCOMPARE(firstHost("n[1"), std::string("n1"));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no size") << QStringList{"WORLD_SIZE", ""} << "WORLD_SIZE is not set";
        QTest::newRow("no rank") << QStringList{"RANK", ""} << "RANK is not set";
        QTest::newRow("no address") << QStringList{"MASTER_ADDR", ""} << "MASTER_ADDR is not set";
        QTest::newRow("no number") << QStringList{"RANK", "three"} << "RANK is \"three\", expected a number";
        QTest::newRow("negative") << QStringList{"RANK", "-1"} << "RANK is \"-1\", expected a number";
        QTest::newRow("too great") << QStringList{"RANK", "8"}
                                   << "RANK is 8, expected less than WORLD_SIZE, which is 8";
        QTest::newRow("no port") << QStringList{"MASTER_PORT", "70000"} << "MASTER_PORT is \"70000\"";
        QTest::newRow("short secret") << QStringList{"QUANTLOUPE_RANKS_SECRET", "fifteen letters"}
                                      << "the secret of QUANTLOUPE_RANKS_SECRET has 15 characters";
        QTest::newRow("blank secret") << QStringList{"QUANTLOUPE_RANKS_SECRET", " \n"} << "has 0 characters";
        QTest::newRow("no file") << QStringList{"QUANTLOUPE_RANKS_SECRET_FILE", "no/such/file"}
                                 << "no/such/file: the ranks' secret can't be read";
    }

    void saysWhatIsWrong()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, expected);
        const auto name = words[0].toStdString();
        const auto problem =
            refusalOf(words[1].isEmpty() ? without(kTorchrun, name) : with(kTorchrun, name, words[1].toStdString()));
        QVERIFY2(problem.find(expected.toStdString()) != std::string::npos, problem.c_str());
    }

    void takesTheSecret()
    {
        QCOMPARE(launchIn(kTorchrun)->secret, std::string());
        const auto given = with(kTorchrun, "QUANTLOUPE_RANKS_SECRET", "sixteen letters!");
        QCOMPARE(launchIn(given)->secret, std::string("sixteen letters!"));
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write("a secret in a file\n");
        file.flush();
        const auto named = with(kTorchrun, "QUANTLOUPE_RANKS_SECRET_FILE", file.fileName().toStdString());
        QCOMPARE(launchIn(named)->secret, std::string("a secret in a file"));
        QVERIFY(refusalOf(with(named, "QUANTLOUPE_RANKS_SECRET", "sixteen letters!")).find("both ") == 0);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ReadGroup));
        QVERIFY(refusalOf(named).find("others than its owner may read") != std::string::npos);
    }

    void sharesTheProcessorsOfAMachine()
    {
        const Member a{"a", "a/1", 1, {0, 1, 2, 3}};
        const Member bound{"a", "a/1", 2, {4, 5}};
        const Member elsewhere{"b", "b/1", 3, {0, 1, 2, 3}};
        QCOMPARE(threadShare({a, elsewhere}, 0), 4);
        QCOMPARE(threadShare({a, a, elsewhere}, 1), 2);
        QCOMPARE(threadShare({a, a, a}, 0), 1);
        QCOMPARE(threadShare({a, a, a, a, a}, 0), 1);
        QCOMPARE(threadShare({a, bound}, 1), 2); // the launcher has shared them out itself
    }

    void knowsItsAddressTowardsAnother()
    {
        QCOMPARE(ownAddressTowards("127.0.0.1", 29500), std::string("127.0.0.1"));
        QCOMPARE(ownAddressTowards("no.such.host.invalid", 29500), std::string());
        QCOMPARE(addressOfInterface("lo"), std::string("127.0.0.1"));
        QCOMPARE(addressOfInterface("no such interface"), std::string());
        QVERIFY(isThisMachine("localhost") && !isThisMachine("192.0.2.1"));
    }
};

QTEST_APPLESS_MAIN(TestLaunch)
#include "tst_launch.moc"
